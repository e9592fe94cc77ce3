import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'

/** This many sign-ins in five minutes, most of them failed, indicate credential stuffing (SEC-3). */
const window_ms = 5 * 60_000
const alarmAttempts = 200
const alarmingShare = 0.6

const windowStart = (platform: Platform, ago = 0): Date =>
  new Date((Math.floor(machineTime(platform.clock) / window_ms) - ago) * window_ms)

/** Whether the alarm is on: from the counts of this window or the one before, over all accounts and processes. */
export async function isAlarmed(platform: Platform): Promise<boolean> {
  const { rows } = await platform.appPool.query<{ alarmed: boolean }>({
    name: 'stuffing-alarm',
    text: `select exists (select from sign_in_tally
             where window_start >= $1 and tries >= $2 and failures > tries * $3::float8) as alarmed`,
    values: [windowStart(platform, 1), alarmAttempts, alarmingShare],
  })
  return rows[0]!.alarmed
}

export async function tallySignIn(platform: Platform, hasFailed: boolean): Promise<void> {
  await platform.appPool.query({
    name: 'tally-sign-in',
    text: `insert into sign_in_tally as known (window_start, tries, failures) values ($1, 1, $2)
      on conflict (window_start) do update set tries = known.tries + 1, failures = known.failures + excluded.failures`,
    values: [windowStart(platform), Number(hasFailed)],
  })
}
