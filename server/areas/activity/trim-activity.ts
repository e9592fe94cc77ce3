import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'

const day_ms = 86_400_000
/** 24 months, and seven years for money (SEC-10); plus a day for each leap year. */
export const logLife_ms = 731 * day_ms
export const moneyLogLife_ms = 2_557 * day_ms
const atOnce = 5_000

/**
 * Deletes log entries past their retention. An anchor remains of each run of them, with its numbers and its last hash,
 * so that the chain can still be verified. Runs as the tables' owner, because the application's role may not delete.
 */
export const trimActivityJob: Job = {
  name: 'trim-activity',
  everyMinutes: 30,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ rootId: string }>(
      'select distinct root_id as "rootId" from activity_head',
    )
    await settleEach(platform, "an operator's log could not be trimmed", rows, async ({ rootId }) => {
      while ((await trimSome(platform, rootId)) === atOnce);
    })
  },
}

/** Returns how many entries were deleted. Anchors come first: an entry without one cannot be deleted. */
function trimSome(platform: Platform, rootId: string): Promise<number> {
  const now_ms = machineTime(platform.clock)
  const before = [dateOf(now_ms - logLife_ms), dateOf(now_ms - moneyLogLife_ms)]
  return inScope(platform.ownerPool, { kind: 'root', rootId }, async (tx) => {
    // One at a time: two would create two anchors of the same run.
    await tx.query(`select pg_advisory_xact_lock(hashtext('trim-activity'))`)
    await tx.query(anchorText, [rootId, ...before, dateOf(now_ms)])
    const { rowCount } = await tx.query(deleteText, [rootId, before[0]])
    return rowCount ?? 0
  })
}

/** Gapless runs among the oldest entries past their retention; one that follows an anchor extends it. */
const anchorText = `
  with over as (
    select book_id, seq, hash, at from activity
     where root_id = $1 and at < $2 and (not starts_with(action, 'billing.') or at < $3)
     order by at, id limit ${atOnce}),
  placed as (select *, seq - row_number() over (partition by book_id order by seq) as run from over),
  runs as (
    select book_id, min(seq) as first_seq, max(seq) as last_seq, (array_agg(hash order by seq desc))[1] as hash,
      max(at) as newest_at
    from placed group by book_id, run)
  merge into activity_anchor anchor using runs
    on anchor.book_id = runs.book_id and anchor.last_seq = runs.first_seq - 1
  when matched then update set last_seq = runs.last_seq, hash = runs.hash,
    newest_at = greatest(anchor.newest_at, runs.newest_at), trimmed_at = $4
  when not matched then insert (book_id, first_seq, last_seq, root_id, hash, newest_at, trimmed_at)
    values (runs.book_id, runs.first_seq, runs.last_seq, $1, runs.hash, runs.newest_at, $4)`

const deleteText = `
  delete from activity using activity_anchor anchor
   where activity.root_id = $1 and activity.at < $2 and anchor.book_id = activity.book_id
     and anchor.first_seq <= activity.seq and anchor.last_seq >= activity.seq`
