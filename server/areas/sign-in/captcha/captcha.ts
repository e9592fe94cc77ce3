import { createChallenge, verifySolution } from 'altcha-lib/v1'
import type { readCaptcha } from '#contract/sign-in/captcha.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { verifyRecaptcha } from '#server/providers/captcha/recaptcha.ts'

/** About half a second of a phone's work: nothing for one person, a lot for somebody who sends a million. */
const hardest = 60_000
const hardestInTests = 500
const life_ms = 10 * 60_000
const field = 'captchaToken'
/** The reCAPTCHA action; tokens created for other pages of the site are rejected. */
const action = 'account'

const keyOf = (platform: Platform): string => platform.secrets.keyedHash('captcha').toString('hex')

export const handleReadCaptcha: OpenHandler<typeof readCaptcha> = async (_input, { platform }) => {
  const { config } = platform
  if (config.CAPTCHA === 'recaptcha') {
    return { kind: 'recaptcha', site_key: config.RECAPTCHA_SITE_KEY!, script_url: config.RECAPTCHA_SCRIPT_URL, action }
  }
  const maxnumber = platform.config.NODE_ENV === 'test' ? hardestInTests : hardest
  const task = await createChallenge({
    hmacKey: keyOf(platform),
    maxNumber: maxnumber,
    expires: dateOf(machineTime(platform.clock) + life_ms),
  })
  return { kind: 'altcha', ...task, maxnumber }
}

/**
 * Accepts the solution of a captcha, once. Throws `invalid` naming `gtoken` if it is missing, wrong, old or used: the browser
 * then solves a new one and retries. With reCAPTCHA keys its token is expected instead; with CAPTCHA=off nothing is.
 */
export async function requireCaptcha(
  call: Pick<Call, 'platform' | 'host'>,
  captchaToken: string | undefined,
): Promise<void> {
  const { platform } = call
  if (platform.config.CAPTCHA === 'off') return
  if (platform.config.CAPTCHA === 'recaptcha') return requireRecaptcha(call, captchaToken)
  const challenge = captchaToken === undefined ? null : await solvedChallenge(platform, captchaToken)
  if (challenge === null || !(await spend(platform, challenge))) throw notProved()
}

const notProved = (): Failure => invalid(field, 'Confirm that you’re not a robot.')

/** Fails closed: an outage of the provider must not let anybody in. */
async function requireRecaptcha(
  { platform, host }: Pick<Call, 'platform' | 'host'>,
  captchaToken: string | undefined,
): Promise<void> {
  if (captchaToken === undefined) throw notProved()
  const verdict = await verifyRecaptcha(platform.config, captchaToken, { host, action })
  if (verdict === 'robot') throw notProved()
  if (verdict === 'person') return
  platform.log.warn('reCAPTCHA is unavailable: check its keys, its URL and the network')
  throw new Failure('overloaded', {
    message: 'We cannot tell people from robots at the moment. Please try again in a minute.',
    retryAfterSeconds: 60,
  })
}

/** The task that a solution belongs to if it is right and not too old; null for anything else, however malformed. */
async function solvedChallenge(platform: Platform, captchaToken: string): Promise<string | null> {
  // Uses our clock, not the library's.
  if (!(await verifySolution(captchaToken, keyOf(platform), false).catch(() => false))) return null
  const { challenge, salt } = JSON.parse(Buffer.from(captchaToken, 'base64').toString()) as Record<string, string>
  const expires_s = Number(new URLSearchParams(salt!.split('?')[1]).get('expires'))
  return expires_s * 1_000 > machineTime(platform.clock) ? challenge! : null
}

async function spend(platform: Platform, challenge: string): Promise<boolean> {
  const { rowCount } = await platform.appPool.query(
    'insert into spent_captcha (challenge, spent_at) values ($1, $2) on conflict do nothing',
    [challenge, new Date(machineTime(platform.clock))],
  )
  return rowCount === 1
}
