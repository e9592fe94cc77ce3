import { readEmailAddress } from '#contract/core/email-address.ts'

/** Queries arrive with a character for each byte, since a decoder of UTF-8 would throw for some that hold no address. */
const textOf = (given: string): string => {
  try {
    return decodeURIComponent(escape(given))
  } catch {
    return given
  }
}

/** The SHA-256 of the one form that lists keep of an address; undefined if it is none, or if the page has no https. */
export const hashOf = async (given: string): Promise<string | undefined> => {
  const address = readEmailAddress(textOf(given))
  if (address === null) return undefined
  try {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address))
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}
