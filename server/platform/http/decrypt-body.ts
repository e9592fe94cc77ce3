import { createDecipheriv, createPublicKey, diffieHellman, hash, type JsonWebKey, type KeyObject } from 'node:crypto'
import { sealing } from '#contract/core/seal-body.ts'

/** The parts of a compact JWE that are needed to decrypt it. */
export interface EncryptedBody {
  /** The protected header as it was sent: it is authenticated, not encrypted. */
  header: string
  /** The sender's public key for this body alone. */
  epk: JsonWebKey
  iv: Buffer
  ciphertext: Buffer
  tag: Buffer
}

const [iv_bytes, tag_bytes, key_bits] = [12, 16, 256]

/**
 * Decrypts a JWE of ECDH-ES and A256GCM, the only pair that bodies use. With Node's own functions, because those of the
 * browsers' interface send each step to another thread, which takes three times as long. Throws if it cannot be decrypted.
 */
export function decryptBody({ header, epk, iv, ciphertext, tag }: EncryptedBody, privateKey: KeyObject): Buffer {
  if (iv.length !== iv_bytes || tag.length !== tag_bytes) throw new TypeError('a part has the wrong length')
  const secret = diffieHellman({ privateKey, publicKey: createPublicKey({ key: epk, format: 'jwk' }) })
  const key = hash('sha256', Buffer.concat([round, secret, otherInfo]), 'buffer')
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tag_bytes })
  decipher.setAAD(Buffer.from(header, 'latin1'))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** What is hashed with the shared secret (RFC 7518, 4.6.2): one round gives the whole key; neither side has a name. */
const round = number(1)
const algorithm = Buffer.from(sealing.enc, 'latin1')
const otherInfo = Buffer.concat([number(algorithm.length), algorithm, number(0), number(0), number(key_bits)])
