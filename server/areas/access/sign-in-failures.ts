import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * After so many wrong passwords an account waits, twice as long each time, never for good (reliability 5.3). The longest
 * wait lets fewer than a hundred guesses a day reach the hash.
 */
const freeFailures = 5
const firstWait_ms = 30_000
const longestWait_ms = 16 * 60_000
const forgottenAfter_ms = 12 * 3_600_000

/** Whose wrong passwords are counted together: one known device's, or those of all devices that are not known. */
export interface FailureBucket {
  userId: string
  /** Empty for devices that are not known. */
  deviceHash: Buffer
}

export async function countFailure(platform: Platform, { userId, deviceHash }: FailureBucket): Promise<void> {
  const now_ms = machineTime(platform.clock)
  await platform.appPool.query(countText, [
    userId,
    deviceHash,
    new Date(now_ms),
    new Date(now_ms - forgottenAfter_ms),
    freeFailures,
    firstWait_ms,
    longestWait_ms,
  ])
}

const countText = `
  insert into sign_in_failure as known (user_id, device_hash, failures, failed_at) values ($1, $2, 1, $3)
  on conflict (user_id, device_hash) do update set failed_at = $3,
    failures = case when known.failed_at > $4 then known.failures + 1 else 1 end,
    waits_until = case when known.failed_at > $4 and known.failures + 1 >= $5::int then
      $3::timestamptz + least($6::float8 * 2 ^ least(known.failures + 1 - $5::int, 20), $7::float8) * interval '1 millisecond' end`

/** Forgets what was counted: of one bucket after a right password there, of all after a new password. */
export async function forgetFailures(tx: Pick<Tx, 'query'>, userId: string, deviceHash?: Buffer): Promise<void> {
  await tx.query('delete from sign_in_failure where user_id = $1 and ($2::bytea is null or device_hash = $2)', [
    userId,
    deviceHash ?? null,
  ])
}
