/** What follows the `?` of an address. A key without a value is left out of it. */
export type Search = Readonly<Record<string, string | number | undefined>>

/**
 * The search of a link. The router, whose pages are loaded by name, takes anything there: this holds it to texts and numbers.
 * Which keys a page reads is the page's own to say (`address.ts`).
 */
export const searchOf = <Given extends Search | ((before: Search) => Search) | undefined>(search: Given): Given =>
  search
