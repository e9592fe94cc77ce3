import { hash } from 'node:crypto'
import { domainToUnicode } from 'node:url'

/** The hex hashes by which the identity data may know an email address, as `readEmailAddress` returns it. */
export function hashesOfEmail(email: string): { md5: string; sha1: string; sha256: string } {
  return { md5: hash('md5', email), sha1: hash('sha1', email), sha256: hash('sha256', email) }
}

/**
 * The one form of an address, and for an international domain (`xn--…`) also with its letters: others hash it so, and
 * hashes of it were stored so.
 */
export function spellingsOf(email: string): string[] {
  if (!email.includes('xn--')) return [email]
  const at = email.lastIndexOf('@') + 1
  const domain = domainToUnicode(email.slice(at))
  return [...new Set([email, ...(domain === '' ? [] : [email.slice(0, at) + domain])])]
}

/** Every hash (hex) by which somebody may be known who has this address. */
export const allHashesOf = (email: string): string[] =>
  spellingsOf(email).flatMap((spelling) => Object.values(hashesOfEmail(spelling)))
