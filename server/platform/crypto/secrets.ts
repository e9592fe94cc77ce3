import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

/**
 * Encrypts secrets at rest with AES-256-GCM. The context (table, column, row, company) is authenticated, so that an
 * encrypted value that is moved to another row cannot be decrypted (SEC-10).
 */
export interface Secrets {
  seal(plain: string, context: string): string
  /** Throws `OtherMasterKey` for a value of a master key that is not on the ring and that it names. */
  open(sealed: string, context: string): string
  /** Names the master key that seals, without revealing it; every sealed value starts with it. */
  readonly keyId: string
  /** Of all keys on the ring, the one that seals first. */
  readonly keyIds: readonly string[]
  /** A keyed hash for values that are compared but never read, such as an IP address in a rate window. */
  keyedHash(text: string): Buffer
  /** By each key of the ring: for what was hashed long ago. */
  keyedHashes(text: string): Buffer[]
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

interface Key {
  id: string
  sealing: Buffer
  /** As a key object, which is prepared once: that takes two fifths off each hash. */
  hashing: KeyObject
}

function deriveKey(masterKey: Buffer): Key {
  const derive = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'leadloom', purpose, bytes))
  return {
    id: derive('key id', 6).toString('hex'),
    sealing: derive('sealing', 32),
    hashing: createSecretKey(derive('hashing', 32)),
  }
}

/** With a ring of master keys: the first one seals and hashes, each of them opens what it sealed. */
export function createSecrets(first: Buffer, ...others: readonly Buffer[]): Secrets {
  const ring = [first, ...others].map(deriveKey)
  const [sealer] = ring as [Key]
  const hash = (text: string, { hashing }: Key): Buffer => createHmac('sha256', hashing).update(text).digest()
  return {
    keyId: sealer.id,
    keyIds: ring.map(({ id }) => id),
    seal(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealer.sealing, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}.${sealer.id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealedText, context) {
      const { text, keyId } = partsOf(sealedText)
      // A value without an id may be of any key.
      const keys = keyId === null ? ring : ring.filter(({ id }) => id === keyId)
      if (keys.length === 0) throw new OtherMasterKey(keyId!)
      return openWithAny(keys, Buffer.from(text, 'base64url'), context)
    },
    keyedHash: (text) => hash(text, sealer),
    keyedHashes: (text) => ring.map((key) => hash(text, key)),
  }
}

function openWithAny([key, ...others]: Key[], bytes: Buffer, context: string): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key!.sealing, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
  } catch (error) {
    if (others.length === 0) throw error
    return openWithAny(others, bytes, context)
  }
}

/** What a sealed value begins with if the first key of the ring sealed it. */
export const sealedWith = ({ keyId }: Pick<Secrets, 'keyId'>): string => `${version}.${keyId}.`

/** The encrypted part of a sealed value and the key it names, if any. */
function partsOf(sealedText: string): { text: string; keyId: string | null } {
  const [sealedVersion, ...parts] = sealedText.split('.')
  const [keyId, text] = sealedVersion === firstVersion ? [null, parts[0]] : parts
  if ((sealedVersion !== version && sealedVersion !== firstVersion) || keyId === '' || !text)
    throw new Error('unknown format of a sealed value')
  return { text, keyId: keyId ?? null }
}
