import type { JWK } from 'jose'
import { machineNow_ms, noteServerTime } from './server-clock.ts'

/** `jose` loads with the first sealed body: pages that only read do not need it. */
const loadJose = (): Promise<typeof import('jose')> => import('jose')

/** The browser cannot seal bodies, for reasons other than the connection, so retrying would not help (R086). */
export class SealFailure extends Error {
  override readonly name = 'SealFailure'
}

const KEYS_FRESH_MS = 60 * 60 * 1000
let keySet: { keys: JWK[]; fetched_ms: number } | undefined
let canX25519: boolean | undefined

/** Call this when the server could not open a sealed body: it may have rotated its keys. */
export function clearSealingKeys(): void {
  keySet = undefined
}

async function serverKeys(): Promise<JWK[]> {
  if (!keySet || Date.now() - keySet.fetched_ms > KEYS_FRESH_MS) {
    const response = await fetch('/api/keys', { headers: { accept: 'application/json' } })
    if (!response.ok) throw new TypeError('could not fetch the keys')
    noteServerTime(response.headers)
    keySet = { keys: ((await response.json()) as { keys: JWK[] }).keys, fetched_ms: Date.now() }
  }
  return keySet.keys
}

async function supportsX25519(): Promise<boolean> {
  // `crypto.subtle` is missing on pages served over plain HTTP from another host.
  if (!globalThis.crypto?.subtle) throw new SealFailure('Web Crypto is not available in this browser')
  canX25519 ??= await crypto.subtle.generateKey({ name: 'X25519' }, false, ['deriveBits']).then(
    () => true,
    () => false,
  )
  return canX25519
}

/** Preloads the code and the keys for the first sealed call while the user is typing. */
export function prepareSealing(): void {
  void Promise.all([loadJose(), serverKeys(), supportsX25519()]).catch(() => undefined)
}

/**
 * Seals a body for one call (SEC-7): compact JWE, ECDH-ES with A256GCM, to one of the server's keys. Bound to method
 * and path, timestamped by the server's clock, usable once. Throws a `SealFailure` if the browser cannot seal.
 */
export async function seal(method: string, pathWithApi: string, body: unknown): Promise<{ dt: string }> {
  const [jose, keys, x25519] = await Promise.all([loadJose(), serverKeys(), supportsX25519()])
  const key = (x25519 ? keys.find((one) => one.crv === 'X25519') : undefined) ?? keys.find((one) => one.crv === 'P-256')
  if (!key) throw new SealFailure('the server has no key that this browser supports')
  const plain = JSON.stringify({ iat: Math.floor(machineNow_ms() / 1000), jti: crypto.randomUUID(), body })
  try {
    const dt = await new jose.CompactEncrypt(new TextEncoder().encode(plain))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, htm: method, htu: pathWithApi })
      .encrypt(await jose.importJWK(key, 'ECDH-ES'))
    return { dt }
  } catch (cause) {
    throw new SealFailure('the body could not be encrypted', { cause })
  }
}
