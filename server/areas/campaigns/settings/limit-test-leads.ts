import { testLeadEvery_ms, testLeadTooSoon } from '#contract/leads/test-lead.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'

export interface TestedCampaign {
  id: string
  clientId: string
  siteUrl: string
}

/** Limits test leads to one per minute and campaign (`too_many`). A last time in the future doesn't block. */
export async function limitTestLeads(
  tx: Tx,
  { agencyId }: { agencyId: string },
  campaignId: string,
  now_ms: number,
): Promise<TestedCampaign> {
  const { rows } = await tx.query<TestedCampaign>(
    `update campaign set last_test_lead_at = $3
      where agency_id = $1 and id = $2 and removed_at is null
        and (last_test_lead_at is null or last_test_lead_at <= $4 or last_test_lead_at > $3)
      returning id, client_id as "clientId", site_url as "siteUrl"`,
    [agencyId, campaignId, dateOf(now_ms), dateOf(now_ms - testLeadEvery_ms)],
  )
  if (rows[0]) return rows[0]
  const { rows: last } = await tx.query<{ at: Date }>(
    'select last_test_lead_at as at from campaign where agency_id = $1 and id = $2 and removed_at is null',
    [agencyId, campaignId],
  )
  if (!last[0]) throw notFound()
  const left_ms = last[0].at.getTime() + testLeadEvery_ms - now_ms
  throw new Failure('too_many', {
    message: testLeadTooSoon,
    retryAfterSeconds: Math.max(1, Math.ceil(left_ms / 1_000)),
  })
}
