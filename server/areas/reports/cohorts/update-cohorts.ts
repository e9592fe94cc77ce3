import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { daysBefore, todayAt } from '../days.ts'
import { datesBetween } from '../report-period.ts'
import { weekOf } from './weeks.ts'

/** By then, everything decided before midnight is committed. */
const settled_ms = 3_600_000
/** Visits are kept for 90 days, so the first run starts here. */
const furthest_days = 89
/** A visit id is made in the browser, whose clock may be off by this much. */
const skew_ms = 86_400_000

/**
 * Adds each day of the report time zone to the cohorts of returning visitors, one hour after it ends, agency by agency. An
 * agency's watermark moves in the transaction of its days, so that no day counts twice. A failing agency doesn't block
 * others.
 */
export const updateCohortsJob: Job = {
  name: 'keep-cohorts',
  everyMinutes: 10,
  async run(platform) {
    const last = daysBefore(todayAt(platform.clock.now() - settled_ms), 1)
    const { rows } = await platform.appPool.query<{ rootId: string }>(
      'select root_id as "rootId" from host where agency_id is null group by root_id',
    )
    await settleEach(platform, "an operator's cohorts could not be updated", rows, ({ rootId }) =>
      updateRoot(platform, rootId, last),
    )
  },
}

async function updateRoot(platform: Platform, rootId: string, last: string): Promise<void> {
  const open = await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const { rows } = await tx.query<{ id: string; lastDay: string | null }>(
      `select company.id, mark.kept_through::text as "lastDay" from company
         left join cohort_watermark mark on mark.agency_id = company.id
        where company.root_id = $1 and company.kind = 'agency' and (mark.kept_through is null or mark.kept_through < $2::date)
        order by company.id`,
      [rootId, last],
    )
    return rows
  })
  await settleEach(platform, "an agency's cohorts could not be updated", open, async ({ id: agencyId, lastDay }) => {
    const furthest = daysBefore(last, furthest_days)
    const next = lastDay === null ? furthest : daysBefore(lastDay, -1)
    const days = datesBetween(next < furthest ? furthest : next, last)
    await inScope(
      platform.appPool,
      { kind: 'agency', rootId, agencyId },
      async (tx) => {
        if (await moveWatermark(tx, rootId, agencyId, lastDay, last))
          for (const day of days) await updateDay(tx, rootId, agencyId, day)
      },
      { statementTimeout_ms: 60_000 },
    )
  })
}

/** Returns false if another run was first. */
async function moveWatermark(
  tx: Tx,
  rootId: string,
  agencyId: string,
  lastDay: string | null,
  last: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    lastDay === null
      ? `insert into cohort_watermark (agency_id, root_id, kept_through) values ($1, $2, $3::date)
         on conflict (agency_id) do nothing`
      : `update cohort_watermark set kept_through = $3::date
          where agency_id = $1 and root_id = $2 and kept_through = $4::date`,
    lastDay === null ? [agencyId, rootId, last] : [agencyId, rootId, last, lastDay],
  )
  return rowCount === 1
}

const updateDay = (tx: Tx, rootId: string, agencyId: string, day: string): Promise<unknown> => {
  const [from_ms, to_ms] = [startOfDate_ms(day, reportTimeZone), endOfDate_ms(day, reportTimeZone)]
  return tx.query(updateText, [
    agencyId,
    rootId,
    lowestUuidAt(Math.max(0, from_ms - skew_ms)),
    lowestUuidAt(to_ms + skew_ms),
    dateOf(from_ms),
    dateOf(to_ms),
    weekOf(day),
  ])
}

/** Each browser counts once a week. `known` sees the state before this statement. */
const updateText = `
  with seen as (
    select client_id, visitor_id, count(*) filter (where reason = 'lead') as leads
      from visit
     where agency_id = $1 and id >= $3 and id < $4 and at >= $5 and at < $6 and visitor_id is not null
     group by client_id, visitor_id),
  known as (
    select seen.*, coalesce(before.first_week, $7::date) as first_week, coalesce(before.last_week < $7::date, true) as is_new
      from seen left join visitor_first before
        on before.agency_id = $1 and before.client_id = seen.client_id and before.visitor_id = seen.visitor_id),
  marked as (
    insert into visitor_first (agency_id, client_id, visitor_id, root_id, first_week, last_week)
    select $1, client_id, visitor_id, $2, first_week, $7::date from known order by client_id, visitor_id
    on conflict (agency_id, client_id, visitor_id) do update set last_week = excluded.last_week
    returning 1)
  insert into cohort_week (agency_id, of_id, first_week, weeks_after, root_id, client_id, visitors, leads)
  select $1, owner.of_id, known.first_week, ($7::date - known.first_week) / 7, $2, owner.client_id,
      count(*) filter (where known.is_new), sum(known.leads)
    from known cross join lateral (values (known.client_id, known.client_id), ($1::uuid, null::uuid)) as owner (of_id, client_id)
   group by owner.of_id, owner.client_id, known.first_week
  on conflict (agency_id, of_id, first_week, weeks_after) do update set
    visitors = cohort_week.visitors + excluded.visitors, leads = cohort_week.leads + excluded.leads`
