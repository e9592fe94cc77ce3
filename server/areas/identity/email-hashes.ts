import { hash } from 'node:crypto'

const emailPattern = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/

export const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text)

/** The hex hashes by which the identity data may know a lowercase email address. */
export function hashesOfEmail(email: string): { md5: string; sha1: string; sha256: string } {
  return { md5: hash('md5', email), sha1: hash('sha1', email), sha256: hash('sha256', email) }
}
