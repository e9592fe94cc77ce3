/** All Arabic texts that pages show, one file per area. */
const areas = import.meta.glob<Record<string, string>>('../../i18n/ar/*.ts', { eager: true, import: 'messages' })

export const messages: Record<string, string> = Object.assign({}, ...Object.values(areas))
