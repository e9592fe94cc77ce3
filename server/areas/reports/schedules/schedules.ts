import { toPage } from '#contract/core/page.ts'
import {
  lastMonthRuns,
  maxSchedules,
  type listReportSchedules,
  type removeReportSchedule,
  type ReportSchedule,
  type RunCause,
  type RunStatus,
  type saveReportSchedule,
  type sendReportNow,
  type setReportScheduleStatus,
} from '#contract/reports/schedules.ts'
import { assertKnownClient, listScopeOf } from '#server/areas/tenants/list-scope.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { moduleOf } from '../module-of.ts'
import { queueRun } from './queue-run.ts'
import { todayAt } from '../days.ts'
import { daysOf, nextSlot_ms } from './slots.ts'
import { scheduleColumns, type StoredSchedule } from './stored-schedule.ts'

interface Row extends StoredSchedule {
  company_name: string | null
  slot_at: Date | null
  status: RunStatus
  cause: RunCause | null
  start_date: string
  end_date: string
  sent: number
}

const agencyOf = (call: SignedInCall): { rootId: string; agencyId: string } => {
  const { rootId, agencyId } = listScopeOf(call.object!, 'all')
  return { rootId, agencyId }
}

export const handleListReportSchedules: Handler<typeof listReportSchedules> = async ({ query }, call) => {
  const { agencyId } = agencyOf(call)
  return call.inScope(async (tx) => {
    const zone = await readTimeZone(tx, agencyId)
    const { rows } = await tx.query<Row>(
      `select ${scheduleColumns}, client.name as company_name, run.slot_at, run.status, run.cause,
         run.start_date::text, run.end_date::text, cardinality(run.sent_to) as sent
       from report_schedule schedule
       left join company client on client.id = schedule.of_client_id
       left join lateral (
         select * from report_run
          where report_run.agency_id = schedule.agency_id and report_run.schedule_id = schedule.id
          order by report_run.slot_at desc limit 1) run on true
       where schedule.agency_id = $1
       order by schedule.next_at nulls last, schedule.id limit ${maxSchedules}`,
      [agencyId],
    )
    const page = rows.slice((query.page - 1) * query.perPage, query.page * query.perPage)
    return toPage(
      page.map((row) => present(row, zone)),
      query.page,
      query.perPage,
      rows.length,
    )
  })
}

const present = (
  { of_client_id, module, with_costs, next_at, slot_at, ...row }: Row,
  zone: string,
): ReportSchedule => ({
  id: row.id,
  kind: row.kind,
  clientId: of_client_id,
  moduleType: module,
  company_name: row.company_name,
  costs: with_costs,
  days: row.days,
  format: row.format,
  language: row.language,
  every: row.every,
  weekday: row.weekday,
  monthday: row.monthday,
  hour: row.hour,
  recipients: row.recipients,
  status: next_at === null ? 'paused' : 'active',
  next_at: next_at && next_at.toISOString(),
  time_zone: zone,
  last: slot_at && {
    at: slot_at.toISOString(),
    status: row.status,
    cause: row.cause,
    start: row.start_date,
    end: row.end_date,
    sent: row.sent,
  },
})

/** A report that is due is still sent: what is saved applies from then on to its next time. */
export const handleSaveReportSchedule: Handler<typeof saveReportSchedule> = async ({ body }, call) => {
  const { rootId, agencyId } = agencyOf(call)
  const scope = listScopeOf(call.object!, body.clientId)
  const now = dateOf(call.platform.clock.now())
  return call.inScope(async (tx) => {
    await assertKnownClient(tx, scope)
    const id = body.schedule_id ?? newId(now.getTime())
    if (body.schedule_id === undefined) await assertRoom(tx, agencyId)
    else await findSchedule(tx, agencyId, id)
    const zone = await readTimeZone(tx, agencyId)
    const next = dateOf(nextSlot_ms(body, zone, now.getTime()))
    const { rows } = await tx.query<{ next_at: Date | null }>(
      `insert into report_schedule as kept (agency_id, id, root_id, kind, of_client_id, module, with_costs, days, format,
         language, every, weekday, monthday, hour, recipients, next_at, time_zone, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18)
       on conflict (agency_id, id) do update set kind = excluded.kind, of_client_id = excluded.of_client_id,
         module = excluded.module, with_costs = excluded.with_costs, days = excluded.days, format = excluded.format,
         language = excluded.language, every = excluded.every, weekday = excluded.weekday, monthday = excluded.monthday,
         hour = excluded.hour, recipients = excluded.recipients, updated_at = excluded.updated_at,
         time_zone = case when kept.next_at <= excluded.updated_at then kept.time_zone else excluded.time_zone end,
         next_at = case when kept.next_at is null or kept.next_at <= excluded.updated_at then kept.next_at else excluded.next_at end
       returning next_at`,
      [
        agencyId,
        id,
        rootId,
        body.kind,
        scope.clientId,
        moduleOf(body.moduleType),
        body.costs,
        body.days,
        body.format,
        body.language,
        body.every,
        body.weekday,
        body.monthday,
        body.hour,
        [...new Set(body.recipients)],
        next,
        zone,
        now,
      ],
    )
    return {
      result: 'success',
      message: 'Data has been updated successfully',
      data: { id, next_at: rows[0]!.next_at?.toISOString() ?? null },
    }
  })
}

/** Counts under a lock, because two concurrent calls could both see room for one more. */
async function assertRoom(tx: Tx, agencyId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('report schedules ' || $1, 0))", [agencyId])
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::integer as count from report_schedule where agency_id = $1',
    [agencyId],
  )
  if (rows[0]!.count >= maxSchedules)
    throw new Failure('conflict', { message: `At most ${maxSchedules} reports can be scheduled. Remove one first.` })
}

/** Locks a schedule of the agency; a foreign one is answered as not found. */
async function findSchedule(tx: Tx, agencyId: string, id: string): Promise<StoredSchedule> {
  const { rows } = await tx.query<StoredSchedule>(
    `select ${scheduleColumns} from report_schedule schedule where schedule.agency_id = $1 and schedule.id = $2 for update`,
    [agencyId, id],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

const updatedAnswer = { result: 'success', message: 'Data has been updated successfully' } as const

export const handleSetReportScheduleStatus: Handler<typeof setReportScheduleStatus> = async ({ body }, call) => {
  const { agencyId } = agencyOf(call)
  const now_ms = call.platform.clock.now()
  await call.inScope(async (tx) => {
    const schedule = await findSchedule(tx, agencyId, body.schedule_id)
    // Runs missed while paused are not caught up.
    const zone = await readTimeZone(tx, agencyId)
    const next = body.status === 'paused' ? null : dateOf(nextSlot_ms(schedule, zone, now_ms))
    await tx.query(
      'update report_schedule set next_at = $3, time_zone = $4, updated_at = $5 where agency_id = $1 and id = $2',
      [agencyId, schedule.id, next, zone, dateOf(now_ms)],
    )
  })
  return updatedAnswer
}

export const handleSendReportNow: Handler<typeof sendReportNow> = async ({ body }, call) => {
  const { rootId, agencyId } = agencyOf(call)
  await call.inScope(async (tx) => {
    const schedule = await findSchedule(tx, agencyId, body.schedule_id)
    const { rowCount } = await tx.query(
      `select 1 from report_run where agency_id = $1 and schedule_id = $2 and status = 'queued'`,
      [agencyId, schedule.id],
    )
    if (rowCount !== 0) throw new Failure('conflict', { message: 'It is being sent already.' })
    const now = { slot_ms: call.platform.clock.now(), zone: await readTimeZone(tx, agencyId) }
    // East of New York, last month ends before its last day is over in New York, so the report would be incomplete.
    if (daysOf(schedule.days, now.slot_ms, now.zone).end >= todayAt(now.slot_ms))
      throw new Failure('conflict', { message: lastMonthRuns })
    await queueRun(tx, { rootId, agencyId }, schedule, now)
  })
  return { result: 'success', message: 'The report is on its way.' }
}

export const handleRemoveReportSchedule: Handler<typeof removeReportSchedule> = async ({ body }, call) => {
  const { agencyId } = agencyOf(call)
  await call.inScope(async (tx) => {
    const schedule = await findSchedule(tx, agencyId, body.schedule_id)
    await tx.query('delete from report_schedule where agency_id = $1 and id = $2', [agencyId, schedule.id])
  })
  return { result: 'success', message: 'Deleted!' }
}
