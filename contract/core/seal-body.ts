import { CompactEncrypt, importJWK, type JWK } from 'jose'

/** How bodies are encrypted. One pair of algorithms only; `zip` is refused. */
export const sealing = {
  alg: 'ECDH-ES',
  enc: 'A256GCM',
  /** Maximum clock difference of the sender, in seconds. */
  clockSkew_s: 300,
} as const

/** A key of GET /api/keys. Separate from its schema, so that browsers need not load a schema library to encrypt. */
export interface PublicSealingKey {
  kid: string
  kty: 'EC' | 'OKP'
  crv: 'P-256' | 'X25519'
  x: string
  y?: string
}

export interface SealedCall {
  method: string
  /** Path with /api and without the query. */
  path: string
  body: unknown
  /** The sender's clock, in milliseconds. */
  now_ms: number
  /** A new one for each request. */
  jti: string
}

/** Encrypts a body to one of the server's keys for one call; used for another call, or sent twice, it is refused. */
export async function sealBody(key: PublicSealingKey, call: SealedCall): Promise<string> {
  const recipient = await importJWK({ ...key } as JWK, sealing.alg)
  const plain = JSON.stringify({ iat: Math.floor(call.now_ms / 1000), jti: call.jti, body: call.body })
  return new CompactEncrypt(new TextEncoder().encode(plain))
    .setProtectedHeader({ alg: sealing.alg, enc: sealing.enc, kid: key.kid, htm: call.method, htu: call.path })
    .encrypt(recipient)
}

/** X25519 if this browser supports it, else P-256. */
export async function chooseKey(keys: readonly PublicSealingKey[]): Promise<PublicSealingKey> {
  const fast = keys.find((key) => key.crv === 'X25519')
  if (fast && (await canImport(fast))) return fast
  const widespread = keys.find((key) => key.crv === 'P-256')
  if (!widespread) throw new Error('the server has no key for sealing bodies')
  return widespread
}

const canImport = (key: PublicSealingKey): Promise<boolean> =>
  importJWK({ ...key } as JWK, sealing.alg).then(
    () => true,
    () => false,
  )
