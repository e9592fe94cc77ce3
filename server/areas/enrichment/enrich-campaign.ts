import { enrichmentModule } from '#contract/campaigns/modules.ts'
import { maxRows, type enrichCampaign } from '#contract/enrichment/enrichments.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { assertMayCreateCampaigns, assertPaid } from '#server/areas/campaigns/policy.ts'
import { assertModuleEnabled } from '#server/areas/campaigns/status/assert-module-enabled.ts'
import { lockCampaign } from '#server/areas/campaigns/queries.ts'
import { readLacking } from '#server/areas/leads/add-information.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { saveList, type EnrichmentRow } from './enrichments.ts'
import { removeRows } from './remove-rows.ts'
import { matchingText } from './upload-list.ts'

const columns = ['lead_id', 'first_name', 'last_name', 'email']

/** Creates a list from a campaign's incomplete leads; an earlier list that wasn't bought is discarded. */
export const handleEnrichCampaign: Handler<typeof enrichCampaign> = async ({ params }, call) => {
  assertMayCreateCampaigns(call.caller)
  assertPaid(call.caller)
  const { agencyId } = call.object!
  const by = { userId: call.caller.userId, now_ms: call.platform.clock.now() }
  const id = await call.inScope(async (tx) => {
    await assertModuleEnabled(tx, call.object!, enrichmentModule)
    // Locked, so that concurrent requests don't offer the same leads.
    const campaign = await lockCampaign(tx, agencyId!, params.id)
    if (!campaign) throw notFound()
    await endEarlier(tx, agencyId!, params.id, by.now_ms)
    const leads = await readLacking(tx, agencyId!, params.id, maxRows)
    if (leads.length === 0) throw new Failure('conflict', { message: 'This campaign’s leads are already complete.' })
    const rows = leads.map((lead) => ({
      cells: [lead.id, lead.firstName, lead.lastName, lead.email ?? ''],
      leadId: lead.id,
    }))
    const id = await saveList(tx, call.object!, by, { name: campaign.name, campaignId: params.id, columns, rows })
    await recordActivity(tx, call, {
      action: 'data.campaignEnrichmentAsked',
      target: { kind: 'enrichment', id, name: campaign.name },
      campaignId: params.id,
      to: { rows: rows.length },
    })
    return id
  })
  return { result: 'success' as const, message: matchingText, data: { id } }
}

async function endEarlier(tx: Tx, agencyId: string, campaignId: string, now_ms: number): Promise<void> {
  const { rows } = await tx.query<{ id: string; status: EnrichmentRow['status'] }>(
    `select id, status from enrichment
      where agency_id = $1 and campaign_id = $2 and status <> 'bought' and rows_removed_at is null order by id for update`,
    [agencyId, campaignId],
  )
  if (rows.some(({ status }) => status === 'matching'))
    throw new Failure('conflict', { message: 'The leads of this campaign are being matched already.' })
  for (const { id } of rows) await removeRows(tx, { agencyId, id }, now_ms)
}
