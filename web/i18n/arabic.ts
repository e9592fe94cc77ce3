type Catalog = { messages: Record<string, string>; serverTexts?: Record<string, string> }

/** All Arabic texts, one file per area under `ar/`: texts of the screens and messages of the server. */
const areas = import.meta.glob<Catalog>('./ar/*.ts', { eager: true })

export const messages: Record<string, string> = Object.assign(
  {},
  ...Object.values(areas).map(({ messages: own, serverTexts }) => ({ ...own, ...serverTexts })),
)
