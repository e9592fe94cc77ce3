import { createHmac } from 'node:crypto'
import { newToken } from '#server/platform/ids.ts'

const prefix = 'whsec_'

/** A signing secret in the form of Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = (): string => prefix + Buffer.from(newToken(), 'base64url').toString('base64')

/** What a webhook's secret is sealed with: bound to the row, so that it opens nowhere else. */
export const secretContext = (agencyId: string, destinationId: string): string =>
  `destination|secret_sealed|${destinationId}|${agencyId}`

/** The headers of Standard Webhooks for one try: id and body stay the same at every try, time and signature do not. */
export function signedHeaders(id: string, now_ms: number, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(now_ms / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
