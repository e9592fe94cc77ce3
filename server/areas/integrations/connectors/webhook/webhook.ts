import type { Cause } from '#contract/integrations/causes.ts'
import { machineTime } from '#server/platform/clock.ts'
import { guardedFetch, OutgoingFailed } from '#server/platform/guarded-fetch.ts'
import { newId, uuidOf } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { failWith, type Answer, type Connector } from '../connector.ts'
import { retryAfterOf } from './retry-after.ts'
import { openWebhookSecret, signedHeaders } from './sign-webhook.ts'

/** Posts to the client's URL, signed (Standard Webhooks). */
export const webhook: Connector = {
  sharesOutlet: false,
  compose: ({ event }) => JSON.stringify(event),
  send(platform, delivery, body, timeout_ms) {
    const { agencyId, destinationId, url, secretSealed } = delivery
    const to = { agencyId, destinationId, url: url ?? '', secretSealed: secretSealed ?? '' }
    return post(platform, to, delivery.id, body, timeout_ms)
  },
  describe: ({ url }, say) => say('the webhook {url}', { url: url ?? '' }),
}

interface Endpoint {
  agencyId: string
  destinationId: string
  url: string
  secretSealed: string
}

function post(platform: Platform, to: Endpoint, id: string, body: string, timeout_ms: number): Promise<Answer> {
  const secret = openWebhookSecret(platform, to.agencyId, to.destinationId, to.secretSealed)
  return postSigned(platform, { url: to.url, secrets: [secret], id, body, timeout_ms })
}

interface Signed {
  url: string
  /** Newest first; each secret adds a signature. */
  secrets: readonly string[]
  id: string
  body: string
  timeout_ms: number
}

/** Posts one Standard Webhooks message and interprets the response. */
export async function postSigned(platform: Platform, message: Signed): Promise<Answer> {
  // The receiver checks the time against its own clock, which ignores the demo clock.
  const now_ms = machineTime(platform.clock)
  const sentId = hasFault('new-id-on-retry') ? newId(now_ms) : message.id
  try {
    const answer = await guardedFetch(platform.config, {
      url: message.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(sentId, now_ms, message.body, message.secrets),
      },
      body: message.body,
      timeout_ms: message.timeout_ms,
      maxBytes: 0,
      // Receivers deduplicate by the message id.
      repeatable: true,
    })
    const httpStatus = answer.status
    if (httpStatus >= 200 && httpStatus < 300) return { delivered: true, cause: null, httpStatus }
    const retryAfter_ms = retryAfterOf(answer.headers['retry-after'], now_ms)
    return { ...failWith(causeOfStatus(httpStatus)), httpStatus, retryAfter_ms, final: httpStatus === 410 }
  } catch (error) {
    if (error instanceof OutgoingFailed) return failWith(error.code)
    throw error
  }
}

/** Tells a receiver to delete a lead, signed like the lead itself; identical for every attempt. */
export const sendRemoval = (platform: Platform, to: Endpoint, leadId: string, askedAt: Date): Promise<Answer> =>
  post(
    platform,
    to,
    uuidOf([leadId, to.destinationId, 'lead.deleted']),
    JSON.stringify({ type: 'lead.deleted', timestamp: askedAt.toISOString(), data: { id: leadId } }),
    10_000,
  )

/** The cause of an unsuccessful status. */
function causeOfStatus(status: number): Cause {
  if (status >= 300 && status < 400) return 'redirect'
  if (status >= 500) return 'receiver_error'
  const causes: Record<number, Cause> = {
    401: 'not_allowed',
    403: 'not_allowed',
    404: 'not_found',
    410: 'gone',
    429: 'too_many',
  }
  return causes[status] ?? 'rejected'
}
