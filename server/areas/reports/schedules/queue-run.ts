import { mailQueueOf } from '#server/areas/mails/mail-queue.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob } from '#server/platform/jobs.ts'
import { daysOf } from './slots.ts'
import type { StoredSchedule } from './stored-schedule.ts'

/** The name of the job that sends one run, defined here to avoid a circular import. */
export const sendReportName = 'send-report'

export interface RunKey {
  rootId: string
  agencyId: string
  scheduleId: string
  slot_ms: number
}

/**
 * Creates a run of a schedule for an instant and queues its job, in the caller's transaction. Each instant has at most one
 * run; repeated calls change nothing.
 */
export async function queueRun(
  tx: Tx,
  { rootId, agencyId }: { rootId: string; agencyId: string },
  schedule: Pick<StoredSchedule, 'id' | 'days' | 'recipients'>,
  { slot_ms, zone }: { slot_ms: number; zone: string },
): Promise<void> {
  const { start, end } = daysOf(schedule.days, slot_ms, zone)
  const { rowCount } = await tx.query(
    `insert into report_run (agency_id, schedule_id, slot_at, root_id, start_date, end_date, status, recipients)
     values ($1, $2, $3, $4, $5::date, $6::date, 'queued', $7)
     on conflict (agency_id, schedule_id, slot_at) do nothing`,
    [agencyId, schedule.id, dateOf(slot_ms), rootId, start, end, schedule.recipients],
  )
  if (rowCount === 0) return
  const key: RunKey = { rootId, agencyId, scheduleId: schedule.id, slot_ms }
  await addJob(tx, sendReportName, key, { queue: mailQueueOf({ rootId, agencyId }) })
}
