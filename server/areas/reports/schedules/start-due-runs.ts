import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { queueRun } from './queue-run.ts'
import { scheduleColumns, type StoredSchedule } from './stored-schedule.ts'
import { nextSlot_ms, slotMoved_ms } from './slots.ts'

/** More than are due in five minutes; the rest is handled by the next run. */
const maxAtOnce = 1_000

interface Due {
  agency_id: string
  id: string
  next_at: Date
}

/**
 * Starts every due scheduled report. One transaction advances its next time and creates the run, conditional on the time
 * it was read with, so that no time gets two runs even after a crash. Of the times missed while nothing ran, only
 * the first is sent. If the agency's time zone changed,
 * the next time moves with it.
 */
export const startDueReportsJob: Job = {
  name: 'start-due-reports',
  everyMinutes: 5,
  async run(platform) {
    const { rows: roots } = await platform.appPool.query<{ root_id: string }>(
      'select distinct root_id from host where agency_id is null',
    )
    for (const { root_id } of roots) {
      const schedules = await inScope(platform.appPool, { kind: 'root', rootId: root_id }, async (tx) => {
        const { rows } = await tx.query<Due>(
          `select report_schedule.agency_id, report_schedule.id, next_at
             from report_schedule join company on company.id = report_schedule.agency_id
            where report_schedule.root_id = $1 and next_at is not null
              and (next_at <= $2 or report_schedule.time_zone is distinct from company.time_zone)
            order by next_at, report_schedule.id limit ${maxAtOnce}`,
          [root_id, dateOf(platform.clock.now())],
        )
        return rows
      })
      await settleEach(platform, 'a scheduled report could not be started', schedules, (one) =>
        start(platform, root_id, one),
      )
    }
  },
}

async function start(platform: Platform, rootId: string, { agency_id: agencyId, id, next_at }: Due): Promise<void> {
  await inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, async (tx) => {
    const { rows } = await tx.query<StoredSchedule>(
      `select ${scheduleColumns} from report_schedule schedule
        where schedule.agency_id = $1 and schedule.id = $2 and schedule.next_at = $3 for update`,
      [agencyId, id, next_at],
    )
    const [schedule] = rows
    if (!schedule) return
    const zone = await readTimeZone(tx, agencyId)
    const now_ms = platform.clock.now()
    const slot_ms = slotIn(schedule, next_at.getTime(), zone)
    const isDue = slot_ms <= now_ms
    await tx.query('update report_schedule set next_at = $3, time_zone = $4 where agency_id = $1 and id = $2', [
      agencyId,
      id,
      dateOf(isDue ? nextSlot_ms(schedule, zone, now_ms) : slot_ms),
      zone,
    ])
    if (isDue && (await isRunning(tx.query.bind(tx), agencyId)))
      await queueRun(tx, { rootId, agencyId }, schedule, { slot_ms, zone })
  })
}

/** The next time, by the current zone. */
const slotIn = (schedule: StoredSchedule, at_ms: number, zone: string): number =>
  schedule.time_zone === null || schedule.time_zone === zone
    ? at_ms
    : slotMoved_ms(schedule, { timeZone: schedule.time_zone, at_ms }, zone)

/** A removed agency sends no reports. */
async function isRunning(
  query: (text: string, values: unknown[]) => Promise<{ rowCount: number | null }>,
  agencyId: string,
): Promise<boolean> {
  const { rowCount } = await query('select 1 from company where id = $1 and removed_at is null', [agencyId])
  return rowCount === 1
}
