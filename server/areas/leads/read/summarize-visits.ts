import type { AnswerOf } from '#contract/core/operation.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { countedOnly, reasons, type Reason } from '#contract/leads/reasons.ts'
import type { summarizeVisits as operation } from '#contract/leads/visits.ts'
import { listScopeOf, clientsOfGroup } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { readRange } from './report-range.ts'
import { campaignsOfModule } from './visit-query.ts'

/** The funnel: how many visits ended at each stage, from kept hourly counts. */
export async function summarizeVisits(
  { params, query }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>> {
  const audience = listScopeOf(call.object!, params.clientId, query.groupId)
  const { from_ms, to_ms } = readRange(params)
  const campaignId = query.campaign === '' || query.campaign === 'all' ? null : query.campaign
  const counts = await call.inScope(async (tx) => {
    const { rows } = await tx.query<{ reason: Reason; count: number }>(
      `select reason, sum(count)::bigint as count from visit_count
        where agency_id = $1 and ($2::uuid is null or client_id = $2) and ($3::uuid is null or campaign_id = $3)
          and ($6::uuid is null or client_id in ${clientsOfGroup('$6')})
          and ($7::text is null or campaign_id in ${campaignsOfModule('$7')})
          and hour >= coalesce($4, '-infinity'::timestamptz) and hour < coalesce($5, 'infinity'::timestamptz)
        group by reason`,
      [
        audience.agencyId,
        audience.clientId,
        campaignId,
        from_ms === null ? null : dateOf(from_ms),
        to_ms === null ? null : dateOf(to_ms),
        audience.groupId,
        query.moduleType === '' || query.moduleType === 'all' ? null : query.moduleType,
      ],
    )
    if (rows.length === 0) await rejectUnknownFields(tx, audience, campaignId)
    return new Map(rows.map(({ reason, count }) => [reason, count]))
  })
  return {
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    reasons: reasons
      .filter((reason) => counts.has(reason))
      .map((reason) => ({ reason, count: counts.get(reason)!, counted_only: countedOnly.includes(reason) })),
    time_zone: reportTimeZone,
  }
}
