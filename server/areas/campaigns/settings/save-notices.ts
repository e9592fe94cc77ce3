import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Campaign, CampaignSettings } from '../campaign.ts'

type Noticed = CampaignSettings & Pick<Campaign, 'rootId' | 'agencyId' | 'clientId' | 'id'>

/**
 * Saves the campaign's notices, answers, hours, pace, cap and alerts, and the email destination of its report
 * recipients. A minimum counts from the first whole period after it is set.
 */
export async function saveNotices(tx: Tx, campaign: Noticed, now_ms: number): Promise<void> {
  const { rootId, agencyId, clientId, id: campaignId, timeZone } = campaign
  await tx.query(
    `update campaign set report_every = $3, notify_users = $4, notify_at_leads = $5, minimum_leads = $6,
            minimum_since = case when $7 and not has_minimum then $8 else minimum_since end, has_minimum = $7,
            answers = $10, active_hours = $11, spreads_evenly = $12, month_cap_cents = $13,
            alert_shares = $14, alert_cents = $15, alert_payer = $16, phone_hidden_at = case when $9 then coalesce(phone_hidden_at, $8) end
      where agency_id = $1 and id = $2`,
    [
      agencyId,
      campaignId,
      campaign.reportEvery,
      campaign.notifyUserIds,
      campaign.notifyAtLeads,
      campaign.minimumLeads,
      campaign.hasMinimum,
      dateOf(now_ms),
      campaign.hidesPhone,
      campaign.answers,
      campaign.activeHours,
      campaign.spreadsEvenly,
      campaign.monthCap_cents,
      campaign.alertShares,
      campaign.alert_cents,
      campaign.alertsPayer,
    ],
  )
  const path = { rootId, agencyId, clientId, campaignId }
  const rhythm = { every: campaign.reportEvery, timeZone }
  await saveReportRecipients(tx, path, now_ms, campaign.reportRecipients, rhythm)
}
