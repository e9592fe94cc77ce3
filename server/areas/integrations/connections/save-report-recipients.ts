import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { endWaiting } from '../deliveries/end-waiting.ts'
import type { CampaignPath } from '../deliveries/book.ts'

const upsert = `
  insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, recipients, created_at)
  values ($1, $2, $3, $4, $5, 'email', $6, $7)
  on conflict (agency_id, campaign_id) where kind = 'email'
  do update set recipients = excluded.recipients, removed_at = null,
    status = 'ok', consecutive_failures = 0, failing_since = null, last_error_code = null, paused_at = null
  where destination.removed_at is not null or destination.recipients <> excluded.recipients`

const remove = `
  update destination set removed_at = $3, recipients = '{}'
  where agency_id = $1 and campaign_id = $2 and kind = 'email' and removed_at is null
  returning id`

/**
 * Keeps the campaign's e-mail destination in step with its report recipients; call it in the transaction that saves the
 * campaign. Without recipients there is no destination, and what still waits for it is ended.
 */
export async function saveReportRecipients(
  tx: Tx,
  campaign: CampaignPath,
  nowMs: number,
  recipients: readonly string[],
): Promise<void> {
  const now = dateOf(nowMs)
  const { agencyId, rootId, clientId, campaignId } = campaign
  if (recipients.length > 0) {
    await tx.query(upsert, [agencyId, newId(nowMs), rootId, clientId, campaignId, recipients, now])
    return
  }
  const removed = await tx.query<{ id: string }>(remove, [agencyId, campaignId, now])
  for (const row of removed.rows) await endWaiting(tx, { agencyId, rootId }, row.id, 'destination_removed')
}
