import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { cohortWeeks, type readCohorts as operation } from '#contract/reports/cohorts.ts'
import { assertKnownClient, listScopeOf, type ListScope } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import { weekOf, weeksBefore, weeksBetween } from './weeks.ts'

interface Sums {
  visitors: number
  leads: number
  conversions: number
}
interface Row extends Partial<Sums> {
  first_week: string
  weeks_after: number
}

/** Up to the last day the job has counted, which is part of the response. */
export const handleReadCohorts: Handler<typeof operation> = async ({ params }, call) => {
  const scope = listScopeOf(call.object!, params.clientId)
  return call.inScope(async (tx) => {
    await assertKnownClient(tx, scope)
    const through = await readWatermark(tx, scope.agencyId)
    if (through === null) return { kept_through: null, time_zone: reportTimeZone, data: [] }
    const last = weekOf(through)
    const first = weeksBefore(last, cohortWeeks - 1)
    const rows = [...(await readStored(tx, scope, first)), ...(await readConversions(tx, scope, first, through))]
    const data = Array.from({ length: cohortWeeks }, (_, n) => weeksBefore(last, n)).map((week) => ({
      first_week: week,
      weeks: sumsOf(
        rows.filter(({ first_week }) => first_week === week),
        weeksBetween(week, last) + 1,
      ),
    }))
    return {
      kept_through: through,
      time_zone: reportTimeZone,
      data: data.filter(({ weeks }) => weeks[0]!.visitors > 0),
    }
  })
}

async function readWatermark(tx: Tx, agencyId: string): Promise<string | null> {
  const { rows } = await tx.query<{ kept: string }>(
    'select kept_through::text as kept from cohort_watermark where agency_id = $1',
    [agencyId],
  )
  return rows[0]?.kept ?? null
}

const sumsOf = (rows: readonly Row[], weeks: number): Sums[] =>
  Array.from({ length: weeks }, (_, after) =>
    rows
      .filter(({ weeks_after }) => weeks_after === after)
      .reduce(
        (sums, { visitors = 0, leads = 0, conversions = 0 }) => ({
          visitors: sums.visitors + visitors,
          leads: sums.leads + leads,
          conversions: sums.conversions + conversions,
        }),
        { visitors: 0, leads: 0, conversions: 0 },
      ),
  )

async function readStored(tx: Tx, { agencyId, clientId }: ListScope, first: string): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `select first_week::text, weeks_after::integer, visitors, leads from cohort_week
      where agency_id = $1 and of_id = coalesce($2::uuid, $1::uuid) and first_week >= $3::date`,
    [agencyId, clientId, first],
  )
  return rows
}

/** Conversions are few and can be undone, so they are read directly, by their visit. */
async function readConversions(
  tx: Tx,
  { agencyId, clientId }: ListScope,
  first: string,
  through: string,
): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `select came.first_week::text,
       ((date_trunc('week', conversion.at at time zone '${reportTimeZone}')::date - came.first_week) / 7)::integer as weeks_after,
       count(*)::integer as conversions
     from conversion
     join visit on visit.agency_id = $1 and visit.id = conversion.visit_id
     join visitor_first came on came.agency_id = $1 and came.client_id = conversion.client_id
      and came.visitor_id = visit.visitor_id
     where conversion.agency_id = $1 and ($2::uuid is null or conversion.client_id = $2)
       and conversion.at >= $3 and conversion.at < $4 and came.first_week >= $5::date
     group by 1, 2`,
    [
      agencyId,
      clientId,
      dateOf(startOfDate_ms(first, reportTimeZone)),
      dateOf(endOfDate_ms(through, reportTimeZone)),
      first,
    ],
  )
  return rows
}
