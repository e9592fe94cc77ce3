import { describe, expect, it } from 'vitest'
import type { Cause } from '#contract/integrations/causes.ts'
import { healthAfter, type Health } from './destination-health.ts'
import { retryAfterOf } from '../connectors/webhook/retry-after.ts'
import { nextPause_ms } from '../deliveries/schedule.ts'
import { signedHeaders } from '../connectors/webhook/sign-webhook.ts'

const hour = 3_600_000
const fine: Health = { status: 'ok', consecutiveFailures: 0, failingSince_ms: null, cause: null }
const failure = (cause: Cause, endedAt_ms = 0) => ({ delivered: false, cause, endedAt_ms })
const success = { delivered: true, cause: null, endedAt_ms: 0 }

const after = (count: number, every_ms: number, cause: Cause = 'receiver_error'): Health =>
  Array.from({ length: count }, (_, index) => failure(cause, index * every_ms)).reduce(healthAfter, fine)

describe('a destination', () => {
  it('is failing from the second failure in a row until a delivery arrives', () => {
    const once = healthAfter(fine, failure('timeout', 7))
    expect(once).toEqual({ status: 'ok', consecutiveFailures: 1, failingSince_ms: 7, cause: 'timeout' })
    const twice = healthAfter(once, failure('connect', 9))
    expect(twice).toEqual({ status: 'failing', consecutiveFailures: 2, failingSince_ms: 7, cause: 'connect' })
    expect(healthAfter(twice, success)).toEqual(fine)
  })

  it('is disabled after 20 failures in a row, but only once they span 120 hours', () => {
    expect(after(20, (120 * hour) / 19).status).toBe('disabled')
    expect(after(19, (120 * hour) / 18).status).toBe('failing')
    expect(after(20, (119 * hour) / 19).status).toBe('failing')
    expect(after(500, hour / 10).status).toBe('failing')
  })

  it('is disabled at once when the receiver is permanently gone', () => {
    expect(healthAfter(fine, failure('gone')).status).toBe('disabled')
  })

  it('is never disabled because of our own mail server', () => {
    for (const cause of ['mail_not_set_up', 'mail_unreachable', 'mail_timeout', 'mail_deferred'] as const) {
      expect(after(100, 10 * hour, cause).status).toBe('failing')
    }
    expect(after(100, 10 * hour, 'mail_refused').status).toBe('disabled')
  })

  it('is not blamed for our own faults', () => {
    expect(after(50, 10 * hour, 'lead_missing')).toEqual(fine)
    expect(after(50, 10 * hour, 'internal')).toEqual(fine)
  })

  it('stays disabled until somebody enables it', () => {
    const off = healthAfter(fine, failure('gone'))
    expect(healthAfter(off, success)).toEqual(off)
  })
})

describe('the retry schedule', () => {
  it('spans 75 hours and 35 minutes and ends with the tenth attempt', () => {
    const pauses = Array.from({ length: 9 }, (_, index) => nextPause_ms(index + 1, 0.5)!)
    expect(pauses.reduce((sum, pause_ms) => sum + pause_ms, 0)).toBe(75 * hour + 35 * 60_000 + 5_000)
    expect(nextPause_ms(10, 0.5)).toBe(null)
  })

  it('jitters every pause by up to a fifth in either direction', () => {
    expect(nextPause_ms(1, 0)).toBe(4_000)
    expect(nextPause_ms(1, 0.999_999)).toBe(6_000)
    expect(nextPause_ms(9, 0)).toBe(24 * hour * 0.8)
  })

  it('honors a receiver’s Retry-After when it is longer than the schedule, up to a day', () => {
    expect(nextPause_ms(1, 0.5, 120_000)).toBe(120_000)
    expect(nextPause_ms(5, 0.5, 120_000)).toBe(5 * hour)
    expect(nextPause_ms(1, 0.5, 1_000 * hour)).toBe(24 * hour)
  })

  it('parses Retry-After as seconds or a date, and nothing else', () => {
    expect(retryAfterOf('120', 0)).toBe(120_000)
    expect(retryAfterOf('Thu, 01 Jan 1970 00:02:00 GMT', 20_000)).toBe(100_000)
    expect(retryAfterOf('Thu, 01 Jan 1970 00:02:00 GMT', hour)).toBe(0)
    for (const text of [undefined, '', '-5', '1e9', 'soon', '12345678901', '2026-01-01']) {
      expect(retryAfterOf(text, 0)).toBe(0)
    }
  })
})

it('signs as in the Standard Webhooks example', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect(signedHeaders(id, 1_614_265_330_999, '{"test": 2432232314}', [secret])).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
