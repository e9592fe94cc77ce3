import { saveReportRecipients } from '#server/areas/integrations/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Campaign } from './campaign.ts'

/** Saves who is told of what a campaign brings, and how often: its own columns, and the destination of its report recipients. */
export async function saveNotices(tx: Tx, campaign: Campaign, now_ms: number): Promise<void> {
  const { rootId, agencyId, clientId, id: campaignId, reportRecipients, reportEvery, timeZone } = campaign
  await tx.query('update campaign set report_every = $3 where agency_id = $1 and id = $2', [
    agencyId,
    campaignId,
    reportEvery,
  ])
  await saveReportRecipients(tx, { rootId, agencyId, clientId, campaignId }, now_ms, reportRecipients, {
    every: reportEvery,
    timeZone,
  })
}
