import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets at rest with AES-256-GCM. The context (table, column, row, company) is authenticated, so that an
 * encrypted value that is moved to another row cannot be decrypted (SEC-10).
 */
export interface Secrets {
  seal(plain: string, context: string): string
  open(sealed: string, context: string): string
  /** A keyed hash for values that are compared but never read, such as an IP address in a rate window. */
  keyedHash(text: string): Buffer
}

const version = 'v1'

export function createSecrets(masterKey: Buffer): Secrets {
  const sealingKey = Buffer.from(hkdfSync('sha256', masterKey, 'leadloom', 'sealing', 32))
  // As a key object, which is prepared once: that takes two fifths off each hash.
  const hashingKey = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, 'leadloom', 'hashing', 32)))
  return {
    seal(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, context) {
      const [sealedVersion, text] = sealed.split('.')
      if (sealedVersion !== version || !text) throw new Error('unknown format of a sealed value')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
    keyedHash: (text) => createHmac('sha256', hashingKey).update(text).digest(),
  }
}
