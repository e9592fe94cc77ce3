/** The search parameters of a URL. A key without a value is left out. */
export type Search = Readonly<Record<string, string | number | undefined>>

/**
 * Types the search parameters of a link as texts and numbers, because the router, which loads pages by name, accepts
 * anything. Each page defines the keys it reads (`address.ts`).
 */
export const searchOf = <Given extends Search | ((before: Search) => Search) | undefined>(search: Given): Given =>
  search
