import type { RunCause, RunStatus } from '#contract/reports/schedules.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RunKey } from './queue-run.ts'

/** Longer than sending one mail takes. A worker that was killed keeps its run for this long. */
const lease_ms = 60_000

/** One worker's claim on a run. The end of its lease identifies it. */
export interface Claim {
  until: Date
  sentTo: readonly string[]
  refused: readonly string[]
}

export const inAgency = <T>(
  platform: Platform,
  { rootId, agencyId }: RunKey,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, work, { statementTimeout_ms: 60_000 })

/**
 * Claims a waiting run, or extends the caller's own claim; null if another worker holds it or it has ended. A worker that
 * stalled is taken over once its lease has ended, and finds out before its next mail.
 */
export async function claimRun(platform: Platform, key: RunKey, claim: Claim | null = null): Promise<Claim | null> {
  const now_ms = machineTime(platform.clock)
  const { rows } = await inAgency(platform, key, (tx) =>
    tx.query<Claim>(
      `update report_run set leased_until = $4
        where agency_id = $1 and schedule_id = $2 and slot_at = $3 and status = 'queued'
          and case when $5::timestamptz is null then leased_until is null or leased_until <= $6 else leased_until = $5 end
       returning leased_until as until, sent_to as "sentTo", refused`,
      [...placeOf(key), dateOf(now_ms + lease_ms), claim?.until ?? null, dateOf(now_ms)],
    ),
  )
  return rows[0] ?? null
}

/** Lets the next attempt start at once instead of when the lease ends. */
export const releaseRun = (platform: Platform, key: RunKey, { until }: Claim): Promise<unknown> =>
  inAgency(platform, key, (tx) =>
    tx.query(
      `update report_run set leased_until = null
        where agency_id = $1 and schedule_id = $2 and slot_at = $3 and leased_until = $4`,
      [...placeOf(key), until],
    ),
  )

/** Stored even if the claim was lost meanwhile: the mail has been sent. */
export const noteRecipient = (
  platform: Platform,
  key: RunKey,
  column: 'sent_to' | 'refused',
  address: string,
): Promise<unknown> =>
  inAgency(platform, key, (tx) =>
    tx.query(
      `update report_run set ${column} = array_append(${column}, $4)
        where agency_id = $1 and schedule_id = $2 and slot_at = $3 and not ($4 = any(${column}))`,
      [...placeOf(key), address],
    ),
  )

/**
 * The job of a worker that lost its claim has to fail: if it succeeded, the queue would remove the job, which is the other
 * worker's by now, and that one's failure would never be retried.
 */
export const lostClaim = (): Error => new Error('another worker has taken over this report')

/**
 * Ends the run; throws if the claim was lost. A schedule whose client was removed is paused, so that it doesn't fail every
 * day.
 */
export const finishRun = (
  platform: Platform,
  key: RunKey,
  { until }: Claim,
  { status, cause }: { status: RunStatus; cause: RunCause | null },
): Promise<void> =>
  inAgency(platform, key, async (tx) => {
    const { rowCount } = await tx.query(
      `update report_run set status = $4, cause = $5, leased_until = null
        where agency_id = $1 and schedule_id = $2 and slot_at = $3 and leased_until = $6`,
      [...placeOf(key), status, cause, until],
    )
    if (rowCount === 0) throw lostClaim()
    if (cause === 'client_removed')
      await tx.query('update report_schedule set next_at = null, updated_at = $3 where agency_id = $1 and id = $2', [
        key.agencyId,
        key.scheduleId,
        dateOf(platform.clock.now()),
      ])
  })

const placeOf = ({ agencyId, scheduleId, slot_ms }: RunKey): unknown[] => [agencyId, scheduleId, dateOf(slot_ms)]
