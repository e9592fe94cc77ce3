import { timingSafeEqual } from 'node:crypto'
import type { Language } from '#contract/core/language.ts'
import { debugLink_ms } from '#contract/tracking/debug-link.ts'
import type { Secrets } from '#server/platform/crypto/secrets.ts'
import { isPixelKey } from './read-body.ts'

/** What a link to the debugger grants. */
interface DebugLeave {
  pixelKey: string
  endsAt_ms: number
}

interface Keys {
  secrets: Secrets
}

/** Grants a view of one pixel for thirty minutes, in the language of the person who requests it. */
export function makeDebugToken({ secrets }: Keys, pixelKey: string, language: Language, now_ms: number): string {
  const claims = `${pixelKey}.${(now_ms + debugLink_ms).toString(36)}.${language}`
  return `${claims}.${signatureOf(secrets, claims)}`
}

/** The contents of a token, expired or not; null for one that we did not sign. */
export function readDebugToken({ secrets }: Keys, token: string): DebugLeave | null {
  const [pixelKey = '', end = '', language = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !isPixelKey(pixelKey) || !/^[0-9a-z]{1,10}$/.test(end)) return null
  const expectedBytes = Buffer.from(signatureOf(secrets, `${pixelKey}.${end}.${language}`))
  const signatureBytes = Buffer.from(signature)
  if (signatureBytes.length !== expectedBytes.length || !timingSafeEqual(signatureBytes, expectedBytes)) return null
  return { pixelKey, endsAt_ms: Number.parseInt(end, 36) }
}

/** All keyed hashes share one key: the prefix keeps this use separate. */
const signatureOf = (secrets: Secrets, claims: string): string =>
  secrets.keyedHash(`pixel debugger ${claims}`).subarray(0, 24).toString('base64url')
