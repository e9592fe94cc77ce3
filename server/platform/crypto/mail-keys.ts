import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

const generate = promisify(generateKeyPair)

export interface MailKeys {
  /** The DER form in Base64, as the DNS record of DKIM has it (RFC 6376). */
  publicKey: string
  /** PEM. */
  privateKey: string
}

/** A new key pair to sign mail with. It takes a moment, in a thread of its own. */
export async function newMailKeys(): Promise<MailKeys> {
  const keys = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey: keys.publicKey.toString('base64'), privateKey: keys.privateKey }
}
