import { createHmac } from 'node:crypto'
import { newToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

const prefix = 'whsec_'

/** A signing secret in the form of Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = (): string => prefix + Buffer.from(newToken(), 'base64url').toString('base64')

/** What a webhook's secret is sealed with: bound to the row, so that it opens nowhere else. */
const contextOf = (agencyId: string, destinationId: string): string =>
  `destination|secret_sealed|${destinationId}|${agencyId}`

type WithSecrets = Pick<Platform, 'secrets'>

export const sealWebhookSecret = (platform: WithSecrets, agencyId: string, id: string, secret: string): string =>
  platform.secrets.seal(secret, contextOf(agencyId, id))

/** Throws when it was sealed for another webhook or with another key. */
export const openWebhookSecret = (platform: WithSecrets, agencyId: string, id: string, sealed: string): string =>
  platform.secrets.open(sealed, contextOf(agencyId, id))

/**
 * The headers of Standard Webhooks for one try: id and body stay the same at every try, time and signatures do not. There is
 * one signature for each secret, so that receivers can change over from one to the next.
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
