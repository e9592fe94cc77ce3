import { z } from 'zod'
import type { Config } from '#server/platform/config.ts'
import { guardedFetch } from '#server/platform/guarded-fetch.ts'

/** The result of checking a token. `unreachable`: the check failed, so nobody is let in. */
export type CaptchaVerdict = 'person' | 'robot' | 'unreachable'

type RecaptchaConfig = Pick<Config, 'RECAPTCHA_SECRET' | 'RECAPTCHA_VERIFY_URL' | 'RECAPTCHA_SCORE' | 'OUTGOING_ALLOW'>

/** Google's response to a check (reCAPTCHA v3); unused fields are not validated. */
const verification = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

const timeout_ms = 5_000

/**
 * Checks whether a token was issued to a person on this host for this action, recently and unused. Google itself
 * refuses a second use. The visitor's IP address is not sent, for privacy.
 */
export async function verifyRecaptcha(
  config: RecaptchaConfig,
  token: string,
  expectation: { host: string; action: string },
): Promise<CaptchaVerdict> {
  const answer = await guardedFetch(config, {
    url: config.RECAPTCHA_VERIFY_URL,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ secret: config.RECAPTCHA_SECRET ?? '', response: token }).toString(),
    timeout_ms,
    maxBytes: 64 * 1024,
  }).catch(() => null)
  if (!answer || answer.status !== 200) return 'unreachable'
  const reading = verification.safeParse(parse(answer.body))
  if (!reading.success) return 'unreachable'
  const { success, score, action, hostname, 'error-codes': errors = [] } = reading.data
  // A wrong secret or an invalid call is our fault: it says nothing about the visitor.
  if (errors.some((code) => ours.includes(code))) return 'unreachable'
  const isHere = hostname === expectation.host && action === expectation.action
  return success && isHere && score !== undefined && score >= config.RECAPTCHA_SCORE ? 'person' : 'robot'
}

const ours = ['missing-input-secret', 'invalid-input-secret', 'bad-request']

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return null
  }
}
