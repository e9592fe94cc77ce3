import { readRoots } from '#server/areas/branding/read-roots.ts'
import { readAgencyIds } from '#server/areas/tenants/read-agency-ids.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { batchSize, retentions, valueBefore, type Retention } from './lines.ts'

/** Deletes what has reached the end of its retention, entry by entry (SEC-10). Failures do not block the others. */
export const retainJob: Job = {
  name: 'retain',
  everyMinutes: 15,
  async run(platform) {
    const failures: unknown[] = []
    const outcomes: { what: string; isDone: boolean }[] = []
    for (const line of retentions) {
      const isDone = await apply(platform, line).then(
        () => true,
        (error: unknown) => {
          platform.log.error({ err: error, what: line.what }, 'expired data could not be deleted')
          failures.push(error)
          return false
        },
      )
      outcomes.push({ what: line.what, isDone })
    }
    await recordDay(platform, outcomes)
    if (failures.length > 0) throw new AggregateError(failures, 'some expired data could not be deleted')
  },
}

/** What the daily privacy report tells: the last outcome of each line on a day counts. */
const recordDay = (
  { appPool, clock }: Platform,
  outcomes: readonly { what: string; isDone: boolean }[],
): Promise<unknown> =>
  appPool.query(
    `insert into retention_day (day, what, is_done)
     select $1::timestamptz at time zone 'UTC', line.what, bool_and(line.is_done)
       from unnest($2::text[], $3::boolean[]) as line (what, is_done) group by line.what
     on conflict (day, what) do update set is_done = excluded.is_done`,
    [dateOf(clock.now()), outcomes.map(({ what }) => what), outcomes.map(({ isDone }) => isDone)],
  )

async function apply(platform: Platform, line: Retention): Promise<void> {
  const now_ms = line.time === 'machine' ? machineTime(platform.clock) : platform.clock.now()
  const before_ms = now_ms - line.retention_ms
  if (line.run) return line.run(platform, before_ms)
  const { sql } = line
  if (sql === undefined) throw new Error(`${line.what}: needs a statement or a function`)
  const value = valueBefore(line, before_ms)
  const pool = line.asOwner ? platform.ownerPool : platform.appPool
  if (!line.ofRoot && !line.ofAgency) {
    while (((await pool.query(sql, [value])).rowCount ?? 0) === batchSize);
    return
  }
  const owners: { rootId: string; id: string }[] = []
  for (const rootId of await readRoots(platform))
    for (const id of line.ofAgency ? await readAgencyIds(platform, rootId) : [rootId]) owners.push({ rootId, id })
  const failures = await settleEach(
    platform,
    `expired data of one owner could not be deleted: ${line.what}`,
    owners,
    async (owner) => {
      const run = () => inScope(pool, { kind: 'root', rootId: owner.rootId }, (tx) => tx.query(sql, [value, owner.id]))
      while (((await run()).rowCount ?? 0) === batchSize);
    },
  )
  if (failures > 0) throw new Error(`${line.what}: not deleted for ${failures} of ${owners.length} owners`)
}
