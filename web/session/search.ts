/** What follows the `?` of an address. A key without a value is left out of it. */
export type Search = Readonly<Record<string, string | number | undefined>>

/**
 * The search of a link, as the router takes it. Which keys a page reads is the page's own to say (`useSearch`), and the
 * router, whose pages are loaded by name, has no types for them: this is the one place that tells it so.
 */
export const searchOf = (search: Search | ((before: Search) => Search) | undefined): never => search as never
