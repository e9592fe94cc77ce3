import { createHash } from 'node:crypto'

// How the platform of California's Delete Act standardizes what it hashes (its documentation 1.2.0): SHA-256 of the UTF-8 text, without a
// salt, as Base64 of the 32 bytes.

/** Without any white space, in lower case; dots and plus signs stay. */
export const standardEmail = (email: string): string => email.replaceAll(/\s/gu, '').toLowerCase()

/** The last ten digits, or all if there are fewer. */
export const standardPhone = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10)

export const deletionHashOf = (standardText: string): string =>
  createHash('sha256').update(standardText).digest('base64')
