import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { sealing } from '#contract/core/seal-body.ts'
import { sealedEnvelope } from '#contract/core/sealed.ts'
import { machineTime } from '../clock.ts'
import { Failure } from '../failure.ts'
import { hasFault } from '../planted-fault.ts'
import type { Platform } from '../platform.ts'
import { decryptBody, type EncryptedBody } from './decrypt-body.ts'
import { sealingKeysOf } from './sealing-keys.ts'

/** The protected header, which can contain nothing else: no `zip`, no embedded keys, no other algorithm. */
const header = z.strictObject({
  alg: z.literal(sealing.alg),
  enc: z.literal(sealing.enc),
  kid: z.string().max(64),
  htm: z.string().max(8),
  htu: z.string().max(2_000),
  epk: z.strictObject({
    kty: z.enum(['EC', 'OKP']),
    crv: z.enum(['P-256', 'X25519']),
    x: z.string().max(64),
    y: z.string().max(64).optional(),
  }),
})

const plaintext = z.strictObject({
  iat: z.int(),
  jti: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
  body: z.unknown(),
})

const decoder = new TextDecoder('utf-8', { fatal: true })
const readJson = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes))

/**
 * Decrypts a body (SEC-7). Every failure gets the same answer, so that nobody learns at which step it happened. It is
 * no trust boundary: all checks of the call run afterwards.
 */
export async function openBody(
  platform: Platform,
  call: { method: string; path: string },
  raw: string,
): Promise<unknown> {
  const opening = await tryToOpen(platform, call, raw).catch((error: unknown) => {
    // Only errors in the caller's input are blamed on the caller; a lost database is our fault and reported as such.
    if (error instanceof Refused || error instanceof SyntaxError || error instanceof TypeError) return null
    if (error instanceof z.core.$ZodError) return null
    throw error
  })
  if (opening === null) throw new Failure('sealed_body')
  return opening.body
}

async function tryToOpen(
  platform: Platform,
  call: { method: string; path: string },
  raw: string,
): Promise<{ body: unknown }> {
  const { dt } = sealedEnvelope.parse(JSON.parse(raw))
  // An ECDH-ES token has five parts, the second of which is empty. We never create long headers.
  const texts = dt.split('.', 6)
  if (texts.length !== 5 || texts[0]!.length > 4_096 || texts[1] !== '') throw new Refused()
  const [head, , iv, ciphertext, tag] = texts.map(bytesOf) as [Buffer, Buffer, Buffer, Buffer, Buffer]
  const { kid, htm, htu, epk } = header.parse(readJson(head))
  if (htm !== call.method || htu !== call.path) throw new Refused()
  const key = await sealingKeysOf(platform).find(kid)
  if (!key) throw new Refused()
  const bytes = decrypted({ header: texts[0]!, epk, iv, ciphertext, tag }, key)
  const { iat, jti, body } = plaintext.parse(readJson(bytes))
  const now_ms = machineTime(platform.clock)
  if (Math.abs(now_ms / 1_000 - iat) > sealing.clockSkew_s) throw new Refused()
  await spend(platform, jti, now_ms)
  return { body }
}

/** The last character of base64 can contain bits that decoding ignores: only the canonical spelling is accepted. */
function bytesOf(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) throw new Refused()
  return bytes
}

/** What fails here depends on the body alone: a key of another curve, a point that is none, an altered part. */
function decrypted(body: EncryptedBody, key: KeyObject): Buffer {
  try {
    return decryptBody(body, key)
  } catch {
    throw new Refused()
  }
}

/**
 * Stores the id of a body, for longer than the body is valid: a second one with the same id is a replay. Does not wait
 * for the disk: the call's own commit comes later in the same log, so no crash keeps that and loses this.
 */
async function spend(platform: Platform, jti: string, now_ms: number): Promise<void> {
  const { rowCount } = await platform.appPool.query({
    name: 'spend-seal',
    text: spendText,
    values: [jti, new Date(now_ms)],
  })
  if (rowCount !== 1 && !hasFault('open-seal-twice')) throw new Refused()
}

const spendText = `
  insert into opened_seal (jti, opened_at)
  select $1, $2 from (select set_config('synchronous_commit', 'off', true) as commits) soon where commits = 'off'
  on conflict do nothing`

class Refused extends Error {}
