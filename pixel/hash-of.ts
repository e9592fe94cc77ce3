import { readEmailAddress } from '#contract/core/email-address.ts'

/** Queries arrive with a character for each byte, since a decoder of UTF-8 would throw for some that hold no address. */
const textOf = (value: string): string => {
  try {
    return decodeURIComponent(escape(value))
  } catch {
    return value
  }
}

/** The SHA-256 of the one form that lists keep of an address; undefined if it is none, or if the page has no https. */
export const hashOf = async (value: string): Promise<string | undefined> => {
  const address = readEmailAddress(textOf(value))
  if (address === null) return undefined
  try {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address))
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}
