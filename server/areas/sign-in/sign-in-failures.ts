import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * After this many wrong passwords an account has to wait, twice as long each time, never for good (SEC-3). With the
 * longest wait fewer than a hundred guesses a day reach the hash.
 */
const freeFailures = 5
const firstWait_ms = 30_000
const longestSignInWait_ms = 16 * 60_000
const forgottenAfter_ms = 12 * 3_600_000

/** Unknown devices. */
export const unknownDevice = Buffer.alloc(0)

/** The bucket that counts wrong passwords: one known device, or all unknown devices together. */
export interface FailureBucket {
  userId: string
  /** Empty for unknown devices. */
  deviceHash: Buffer
}

/**
 * Why a sign-in was refused: a wrong password; a waiting account; the right password on a host for others, or of a
 * closed account; a wrong code of the second factor.
 */
export type Refusal = 'password' | 'waiting' | 'place' | 'code'

/** Stores a refusal until it is logged. A wrong password also counts towards the wait. Always a single statement. */
export async function countRefusal(
  platform: Platform,
  { userId, deviceHash }: FailureBucket,
  refusal: Refusal,
  address: string,
): Promise<void> {
  const now_ms = machineTime(platform.clock)
  await platform.appPool.query(countText, [
    userId,
    deviceHash,
    new Date(now_ms),
    new Date(now_ms - forgottenAfter_ms),
    freeFailures,
    firstWait_ms,
    longestSignInWait_ms,
    refusal,
    address,
    now_ms,
  ])
}

/** Computes the end of the wait from numbers, because a cluster rejects an interval here: adding one is not immutable. */
const countText = `
  insert into sign_in_failure as known (user_id, device_hash, failures, failed_at, refused_password, refused_waiting,
    refused_place, refused_code, refused_since, refused_from)
  values ($1, $2, ($8 = 'password')::int, $3, ($8 = 'password')::int, ($8 = 'waiting')::int, ($8 = 'place')::int,
    ($8 = 'code')::int, $3, $9)
  on conflict (user_id, device_hash) do update set
    failed_at = case when $8 = 'password' then $3 else known.failed_at end,
    failures = case when $8 <> 'password' then known.failures when known.failed_at > $4 then known.failures + 1 else 1 end,
    waits_until = case when $8 <> 'password' then known.waits_until
      when known.failed_at > $4 and known.failures + 1 >= $5::int then
        to_timestamp(($10::float8 + least($6::float8 * 2 ^ least(known.failures + 1 - $5::int, 20), $7::float8)) / 1000) end,
    refused_password = known.refused_password + ($8 = 'password')::int,
    refused_waiting = known.refused_waiting + ($8 = 'waiting')::int,
    refused_place = known.refused_place + ($8 = 'place')::int,
    refused_code = known.refused_code + ($8 = 'code')::int,
    refused_since = coalesce(known.refused_since, $3),
    refused_from = $9,
    refused_widely = known.refused_since is not null and (known.refused_widely or known.refused_from <> $9)`

/**
 * Resets the wait: of one bucket after a correct password, of all after a new password. Refusals that are not logged yet stay.
 */
export async function resetSignInFailures(tx: Pick<Tx, 'query'>, userId: string, deviceHash?: Buffer): Promise<void> {
  await tx.query(
    'update sign_in_failure set failures = 0, waits_until = null where user_id = $1 and ($2::bytea is null or device_hash = $2)',
    [userId, deviceHash ?? null],
  )
}
