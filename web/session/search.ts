/** What follows the `?` of an address. A key without a value is left out of it. */
export type Search = Readonly<Record<string, string | number | undefined>>

/**
 * The query of a link. The router, whose pages are loaded by name, accepts anything there: this limits it to texts and
 * numbers. Each page defines the keys it reads (`address.ts`).
 */
export const searchOf = <Given extends Search | ((before: Search) => Search) | undefined>(search: Given): Given =>
  search
