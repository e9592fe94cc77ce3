import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets at rest with AES-256-GCM. The context (table, column, row, company) is authenticated, so that an
 * encrypted value that is moved to another row cannot be decrypted (SEC-10).
 */
export interface Secrets {
  seal(plain: string, context: string): string
  /** Throws `OtherMasterKey` for a value of another master key that names it. */
  open(sealed: string, context: string): string
  /** Names the master key without revealing it; every sealed value starts with it. */
  readonly keyId: string
  /** A keyed hash for values that are compared but never read, such as an IP address in a rate window. */
  keyedHash(text: string): Buffer
}

/** `v2.<key id>.<bytes>`; values from before keys had ids are `v1.<bytes>`. */
const version = 'v2'
const firstVersion = 'v1'

/** A sealed value names the master key that can open it, which is not this program's. */
export class OtherMasterKey extends Error {
  constructor(keyId: string) {
    super(`the value was sealed with the master key ${keyId}`)
  }
}

export function createSecrets(masterKey: Buffer): Secrets {
  const sealingKey = Buffer.from(hkdfSync('sha256', masterKey, 'leadloom', 'sealing', 32))
  const keyId = Buffer.from(hkdfSync('sha256', masterKey, 'leadloom', 'key id', 6)).toString('hex')
  // As a key object, which is prepared once: that takes two fifths off each hash.
  const hashingKey = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, 'leadloom', 'hashing', 32)))
  return {
    keyId,
    seal(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}.${keyId}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealedText, context) {
      const bytes = Buffer.from(textOf(sealedText, keyId), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
    keyedHash: (text) => createHmac('sha256', hashingKey).update(text).digest(),
  }
}

/** The encrypted part of a sealed value. Throws if it names another key. */
function textOf(sealedText: string, keyId: string): string {
  const [sealedVersion, ...parts] = sealedText.split('.')
  const [sealedWith, text] = sealedVersion === firstVersion ? [keyId, parts[0]] : parts
  if ((sealedVersion !== version && sealedVersion !== firstVersion) || !sealedWith || !text)
    throw new Error('unknown format of a sealed value')
  if (sealedWith !== keyId) throw new OtherMasterKey(sealedWith)
  return text
}
