import type { Reason } from '#contract/leads/reasons.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The three most frequent reasons, per campaign, why visits didn't become leads, from kept counts. */
export async function readTopReasons(
  tx: Tx,
  campaigns: readonly { agencyId: string; clientId: string; campaignId: string }[],
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Promise<Map<string, { reason: Reason; count: number }[]>> {
  const { rows } = await tx.query<{ campaignId: string; reason: Reason; count: number }>(
    `select campaign_id as "campaignId", reason, count from (
       select v.agency_id, v.campaign_id, v.reason, sum(v.count)::bigint as count,
              row_number() over (partition by v.agency_id, v.campaign_id order by sum(v.count) desc, v.reason) as place
         from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as asked (agency_id, client_id, campaign_id)
         join visit_count v
           on v.agency_id = asked.agency_id and v.client_id = asked.client_id and v.campaign_id = asked.campaign_id
        where v.hour >= $4 and v.hour < $5 and v.reason <> 'lead'
        group by v.agency_id, v.campaign_id, v.reason) top
     where place <= 3 order by count desc, reason`,
    [
      campaigns.map(({ agencyId }) => agencyId),
      campaigns.map(({ clientId }) => clientId),
      campaigns.map(({ campaignId }) => campaignId),
      dateOf(from_ms),
      dateOf(to_ms),
    ],
  )
  const reasons = new Map<string, { reason: Reason; count: number }[]>()
  for (const { campaignId, reason, count } of rows)
    reasons.set(campaignId, [...(reasons.get(campaignId) ?? []), { reason, count }])
  return reasons
}
