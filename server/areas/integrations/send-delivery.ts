import type { Cause } from '#contract/integrations/causes.ts'
import { sendAs } from '#server/areas/branding/public.ts'
import { machineTime } from '#server/platform/clock.ts'
import { guardedFetch, OutgoingFailed } from '#server/platform/guarded-fetch.ts'
import { newId } from '#server/platform/ids.ts'
import type { KeptMail } from '#server/platform/mail-layout.ts'
import { planted } from '#server/platform/planted-fault.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Claimed } from './claim-due.ts'
import { retryAfterOf } from './schedule.ts'
import { openWebhookSecret, signedHeaders } from './sign-webhook.ts'

/** How one try ended. */
export interface Outcome {
  delivery: Claimed
  startedAt_ms: number
  endedAt_ms: number
  delivered: boolean
  /** Why it did not arrive, or what went wrong besides. */
  cause: Cause | null
  /** What the receiver or the mail server answered with. */
  httpStatus: number | null
  /** The least pause that the receiver asked for. */
  retryAfter_ms: number
  /** There is no sense in a further try of this delivery. */
  final: boolean
}

type Result = Pick<Outcome, 'delivered' | 'cause'> & Partial<Pick<Outcome, 'httpStatus' | 'retryAfter_ms' | 'final'>>

const failed = (cause: Cause): Result => ({ delivered: false, cause })

/** Makes one try. Never throws: whatever goes wrong is the outcome. */
export async function sendDelivery(platform: Platform, delivery: Claimed, timeout_ms: number): Promise<Outcome> {
  const startedAt_ms = platform.clock.now()
  let result: Result
  try {
    if (delivery.body === null) result = { ...failed('lead_missing'), final: true }
    else if (delivery.kind === 'email') result = await sendAsMail(platform, delivery, delivery.body)
    else result = await sendAsWebhook(platform, delivery, delivery.body, timeout_ms)
  } catch (error) {
    platform.log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be tried')
    result = failed('internal')
  }
  const endedAt_ms = platform.clock.now()
  return { httpStatus: null, retryAfter_ms: 0, final: false, ...result, delivery, startedAt_ms, endedAt_ms }
}

async function sendAsMail(platform: Platform, delivery: Claimed, body: string): Promise<Result> {
  const mail = JSON.parse(body) as KeptMail
  const outcome = await sendAs(platform, delivery, { ...mail, id: delivery.id, to: delivery.recipients })
  if (outcome.sent) return { delivered: true, cause: outcome.refused.length > 0 ? 'mail_partly_refused' : null }
  return { ...failed(outcome.code), httpStatus: outcome.smtpStatus }
}

async function sendAsWebhook(platform: Platform, delivery: Claimed, body: string, timeout_ms: number): Promise<Result> {
  const secret = openWebhookSecret(platform, delivery.agencyId, delivery.destinationId, delivery.secretSealed ?? '')
  // The receiver checks the time with a clock of its own, which no demo moves.
  const now_ms = machineTime(platform.clock)
  const id = planted('new-id-on-retry') ? newId(now_ms) : delivery.id
  try {
    const answer = await guardedFetch(platform.config, {
      url: delivery.url ?? '',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(id, now_ms, body, secret) },
      body,
      timeout_ms,
      maxBytes: 0,
    })
    const httpStatus = answer.status
    if (httpStatus >= 200 && httpStatus < 300) return { delivered: true, cause: null, httpStatus }
    const retryAfter_ms = retryAfterOf(answer.headers['retry-after'], now_ms)
    return { ...failed(causeOfStatus(httpStatus)), httpStatus, retryAfter_ms, final: httpStatus === 410 }
  } catch (error) {
    if (error instanceof OutgoingFailed) return failed(error.code)
    throw error
  }
}

/** What a refusing status means in words that tell the reader what to do. */
function causeOfStatus(status: number): Cause {
  if (status >= 300 && status < 400) return 'redirect'
  if (status >= 500) return 'receiver_error'
  const named: Record<number, Cause> = {
    401: 'not_allowed',
    403: 'not_allowed',
    404: 'not_found',
    410: 'gone',
    429: 'too_many',
  }
  return named[status] ?? 'rejected'
}
