import { createHmac } from 'node:crypto'
import { newToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

const prefix = 'whsec_'

/** A Standard Webhooks signing secret: 32 random bytes. */
export const newWebhookSecret = (): string => prefix + Buffer.from(newToken(), 'base64url').toString('base64')

/** The encryption context: bound to the row, so that the secret can't be decrypted in any other. */
const contextOf = (agencyId: string, destinationId: string): string =>
  `destination|secret_sealed|${destinationId}|${agencyId}`

type WithSecrets = Pick<Platform, 'secrets'>

export const sealWebhookSecret = (platform: WithSecrets, agencyId: string, id: string, secret: string): string =>
  platform.secrets.seal(secret, contextOf(agencyId, id))

/** Throws if it was encrypted for another webhook or with another key. */
export const openWebhookSecret = (platform: WithSecrets, agencyId: string, id: string, sealedText: string): string =>
  platform.secrets.open(sealedText, contextOf(agencyId, id))

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
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
