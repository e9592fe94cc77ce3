import { load, type PartElement } from './load.ts'

/** A hash, or what resolves to one when it is awaited: undefined if there is none, as on a page without https. */
export type EmailHash = NonNullable<ReturnType<typeof emailHash>>

/**
 * The hash that identifies an email address: a given hash as it is, a plain address as its SHA-256, because plain text
 * must never leave the browser. Null for anything else. Addresses are read by a part that is loaded for them. Their sign may
 * have full width, also in the bytes of a URL.
 */
export const emailHash = (value: unknown) => {
  const match = /^\s*(([\da-f]{32}){1,2}|[\da-f]{40})\s*$|.(@|\uff20|\xbc\xa0)/.exec(`${value}`.toLowerCase())
  return (
    match &&
    (match[1] || {
      // Not a promise, whose class the page may have replaced.
      then: (done: (hash: unknown) => void) => {
        const part: PartElement = load('address', () => done(part.h && part.h(value as string)))
      },
    })
  )
}
