import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { ReportEvery } from '#contract/campaigns/notices.ts'
import { endWaiting } from '../deliveries/end-waiting.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { signalDeliveries } from '../deliveries/queue-deliveries.ts'
import { switchOn } from './change-destination.ts'

const upsert = `
  insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, recipients, created_at)
  values ($1, $2, $3, $4, $5, 'email', $6, $7)
  on conflict (agency_id, campaign_id) where kind = 'email'
  do update set recipients = excluded.recipients, removed_at = null,
    status = case when destination.removed_at is null then destination.status else 'ok' end,
    consecutive_failures = 0, failing_since = null,
    last_error_code = case when destination.removed_at is null then destination.last_error_code end,
    paused_at = case when destination.removed_at is null then destination.paused_at end
  where destination.removed_at is not null or destination.recipients <> excluded.recipients
  returning id, status, last_error_code`

const remove = `
  update destination set removed_at = $3, recipients = '{}'
  where agency_id = $1 and campaign_id = $2 and kind = 'email' and removed_at is null
  returning id`

/** How often they get an email, and in which time zone. */
interface Rhythm {
  every: ReportEvery
  timeZone: string
}

const setRhythm = `
  update destination set digest = $3, digest_zone = $4
  where agency_id = $1 and campaign_id = $2 and kind = 'email' and (digest <> $3 or digest_zone <> $4)
  returning id`

/** Sends what waits for a digest right away, in one email, because the digest's time has changed. */
const advanceDigest = `
  update delivery set next_attempt_at = $4, digest_at = $4
  where root_id = $1 and agency_id = $2 and destination_id = $3 and status = 'waiting' and digest_at > $4
    and next_attempt_at > $4 and leased_until is null`

/**
 * Syncs the campaign's email destination with its report recipients. Call it in the transaction that saves the
 * campaign. Without recipients the destination is removed and its waiting deliveries end.
 */
export async function saveReportRecipients(
  tx: Tx,
  campaign: CampaignPath,
  nowMs: number,
  recipients: readonly string[],
  rhythm?: Rhythm,
): Promise<void> {
  const now = dateOf(nowMs)
  const { agencyId, rootId, campaignId } = campaign
  if (recipients.length > 0) {
    await saveRecipients(tx, campaign, nowMs, recipients)
    if (rhythm) await saveRhythm(tx, campaign, now, rhythm)
    return
  }
  const destinations = await tx.query<{ id: string }>(remove, [agencyId, campaignId, now])
  for (const row of destinations.rows) await endWaiting(tx, { agencyId, rootId }, row.id, 'destination_removed')
}

/** New recipients end a failure, and are sent what was missed. They don't end a pause, which somebody wanted. */
async function saveRecipients(
  tx: Tx,
  campaign: CampaignPath,
  nowMs: number,
  recipients: readonly string[],
): Promise<void> {
  const { agencyId, rootId, clientId, campaignId } = campaign
  const { rows } = await tx.query<{ id: string; status: string; last_error_code: string | null }>(upsert, [
    agencyId,
    newId(nowMs),
    rootId,
    clientId,
    campaignId,
    recipients,
    dateOf(nowMs),
  ])
  for (const { id, status, last_error_code } of rows) {
    if (status === 'ok' || (status === 'disabled' && last_error_code === 'switched_off')) continue
    await switchOn(tx, campaign, { id }, nowMs)
    await signalDeliveries(tx, campaign, [clientId])
  }
}

async function saveRhythm(tx: Tx, campaign: CampaignPath, now: Date, { every, timeZone }: Rhythm): Promise<void> {
  const { agencyId, rootId, clientId, campaignId } = campaign
  const digests = await tx.query<{ id: string }>(setRhythm, [agencyId, campaignId, every, timeZone])
  for (const { id } of digests.rows) await tx.query(advanceDigest, [rootId, agencyId, id, now])
  if (digests.rows.length > 0) await signalDeliveries(tx, { rootId, agencyId }, [clientId])
}
