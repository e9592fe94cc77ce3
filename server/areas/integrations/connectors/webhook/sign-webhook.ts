import { createHmac, timingSafeEqual } from 'node:crypto'
import { newToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

const prefix = 'whsec_'

/** A Standard Webhooks signing secret: 32 random bytes. */
export const newWebhookSecret = (): string => prefix + Buffer.from(newToken(), 'base64url').toString('base64')

/** The encryption contexts: bound to the row, so that the secret can't be decrypted in any other. */
const contextOf = (agencyId: string, id: string): string => `destination|secret_sealed|${id}|${agencyId}`
const callbackContextOf = (agencyId: string, id: string): string => `destination|callback_sealed|${id}|${agencyId}`

type WithSecrets = Pick<Platform, 'secrets'>

export const sealWebhookSecret = (platform: WithSecrets, agencyId: string, id: string, secret: string): string =>
  platform.secrets.seal(secret, contextOf(agencyId, id))

/** Throws if it was encrypted for another webhook or with another key. */
export const openWebhookSecret = (platform: WithSecrets, agencyId: string, id: string, sealedText: string): string =>
  platform.secrets.open(sealedText, contextOf(agencyId, id))

/** The same for the secret of what a destination sends to us. */
export const sealCallbackSecret = (platform: WithSecrets, agencyId: string, id: string, secret: string): string =>
  platform.secrets.seal(secret, callbackContextOf(agencyId, id))

export const openCallbackSecret = (platform: WithSecrets, agencyId: string, id: string, sealedText: string): string =>
  platform.secrets.open(sealedText, callbackContextOf(agencyId, id))

/**
 * The Standard Webhooks headers of one attempt: id and body are the same for every attempt, time and signatures are
 * not. There is one signature per secret, so that receivers can rotate secrets.
 */
export function signedHeaders(
  id: string,
  now_ms: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now_ms / 1000))
  const signatures = secrets.map((secret) => signatureOf(secret, id, timestamp, body))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const signatureOf = (secret: string, id: string, timestamp: string, body: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

const longestDelay_ms = 5 * 60_000
const [longestId, longestSignatures] = [256, 1_000]

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The id of a message that was signed with the secret in these minutes; null for any other. */
export function signedId(headers: Headers, body: string, secret: string, now_ms: number): string | null {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  if (typeof id !== 'string' || id === '' || id.length > longestId) return null
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return null
  if (Math.abs(now_ms - Number(timestamp) * 1_000) > longestDelay_ms) return null
  if (typeof signatures !== 'string' || signatures.length > longestSignatures) return null
  const ownSignature = Buffer.from(signatureOf(secret, id, timestamp, body))
  const isSigned = signatures.split(' ').some((one) => {
    const theirs = Buffer.from(one)
    return theirs.length === ownSignature.length && timingSafeEqual(theirs, ownSignature)
  })
  return isSigned ? id : null
}
