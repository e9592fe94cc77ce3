import { sentences } from '#contract/core/sentences.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { readFirstDate } from '#contract/reports/analytics.ts'
import { assertKnownClient, listScopeOf } from '#server/areas/tenants/list-scope.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { isOpen } from './report-period.ts'

/** The first and the last day that have leads (C115): where a report of them can begin and end. */
export const handleReadFirstDate: Handler<typeof readFirstDate> = async ({ params }, call) => {
  const audience = listScopeOf(call.object!, params.clientId)
  const [start, end] = [params.start, params.end].map((day) => (isOpen(day) ? null : day)) as [
    string | null,
    string | null,
  ]
  if (start !== null && end !== null && end < start) throw invalid('end', sentences.endBeforeStart)
  return call.inScope(async (tx) => {
    await assertKnownClient(tx, audience)
    const { rows } = await tx.query<{ first_date: string | null; last_date: string | null }>(
      `select min(day)::text as first_date, max(day)::text as last_date from lead_day
        where agency_id = $1 and of_id = $2 and state = '' and day >= coalesce($3::date, '-infinity')
          and day <= coalesce($4::date, 'infinity')`,
      [audience.agencyId, audience.clientId ?? audience.agencyId, start, end],
    )
    return { ...rows[0]!, time_zone: reportTimeZone }
  })
}
