import { createPublicKey, type KeyObject } from 'node:crypto'

/** From the base64 of a PEM. Throws if it is no public key. */
export const publicKeyOf = (key: string): KeyObject =>
  createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })

export function isPublicKey(key: string): boolean {
  try {
    return publicKeyOf(key).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
