import { createHash } from 'node:crypto'

const emailPattern = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/

export const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text)

/** The hex hashes by which the identity data may know a lowercase email address. */
export function hashesOfEmail(email: string): { md5: string; sha1: string; sha256: string } {
  const of = (name: string): string => createHash(name).update(email).digest('hex')
  return { md5: of('md5'), sha1: of('sha1'), sha256: of('sha256') }
}
