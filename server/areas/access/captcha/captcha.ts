import { createChallenge, verifySolution } from 'altcha-lib/v1'
import type { readCaptcha } from '#contract/access/captcha.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Call, OpenHandler } from '#server/platform/http/call.ts'
import type { Platform } from '#server/platform/platform.ts'

/** About half a second of a phone's work: nothing to one person, much to whoever sends a million. */
const hardest = 60_000
const hardestInTests = 500
const life_ms = 10 * 60_000
const field = 'gtoken'

const keyOf = (platform: Platform): string => platform.secrets.keyedHash('captcha').toString('hex')

export const handleReadCaptcha: OpenHandler<typeof readCaptcha> = async (_input, { platform }) => {
  const maxnumber = platform.config.NODE_ENV === 'test' ? hardestInTests : hardest
  const task = await createChallenge({
    hmacKey: keyOf(platform),
    maxNumber: maxnumber,
    expires: dateOf(machineTime(platform.clock) + life_ms),
  })
  return { ...task, maxnumber }
}

/**
 * Takes the solution of a task, once. Throws `invalid` naming `gtoken` when there is none, when it is wrong, old or was
 * used: the browser then solves one and comes again. With CAPTCHA=off nothing is asked.
 */
export async function requireCaptcha(call: Pick<Call, 'platform'>, gtoken: string | undefined): Promise<void> {
  const { platform } = call
  if (platform.config.CAPTCHA === 'off') return
  const challenge = gtoken === undefined ? null : await solvedChallenge(platform, gtoken)
  if (challenge === null || !(await spend(platform, challenge))) throw invalid(field, 'Confirm that you are no robot.')
}

/** The task that a solution belongs to if it is right and not too old; null for anything else, however malformed. */
async function solvedChallenge(platform: Platform, gtoken: string): Promise<string | null> {
  // The clock is ours, not the library's.
  if (!(await verifySolution(gtoken, keyOf(platform), false).catch(() => false))) return null
  const { challenge, salt } = JSON.parse(Buffer.from(gtoken, 'base64').toString()) as Record<string, string>
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
