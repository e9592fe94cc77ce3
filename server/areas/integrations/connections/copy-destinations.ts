import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { openWebhookSecret } from '../connectors/webhook/sign-webhook.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { insertWebhook } from './add-webhook.ts'

interface Source {
  id: string
  kind: string
  url: string | null
  sealed: string | null
}

/**
 * Copies the destinations of another campaign of the same client to a new campaign: webhooks with their URLs and
 * secrets, accounts with their details. What was turned off stays off. Unconnected accounts are skipped, and so are
 * agency accounts when a client copies, because clients can't see them. Report recipients are not copied here.
 */
export async function copyDestinations(
  tx: Tx,
  call: SignedInCall,
  from: CampaignPath,
  to: CampaignPath,
): Promise<void> {
  const { caller, platform } = call
  const now_ms = platform.clock.now()
  for (const { id: sourceId, kind, url, sealed } of await readSources(tx, from, caller.clientId !== null)) {
    const id =
      kind === 'webhook'
        ? await insertWebhook(tx, platform, to, url!, openWebhookSecret(platform, from.agencyId, sourceId, sealed!))
        : await copyAccount(tx, to, sourceId, now_ms)
    await tx.query(
      `update destination made set status = 'disabled', last_error_code = 'switched_off', paused_at = $4
         from destination source
        where made.agency_id = $1 and made.id = $2 and source.agency_id = $1 and source.id = $3
          and source.status = 'disabled' and source.last_error_code = 'switched_off'`,
      [to.agencyId, id, sourceId, dateOf(now_ms)],
    )
  }
}

async function readSources(tx: Tx, { agencyId, campaignId }: CampaignPath, isClient: boolean): Promise<Source[]> {
  const { rows } = await tx.query<Source>(
    `select destination.id, destination.kind, destination.url, destination.secret_sealed as sealed
       from destination left join connection used on used.agency_id = destination.agency_id and used.id = destination.connection_id
      where destination.agency_id = $1 and destination.campaign_id = $2 and destination.removed_at is null
        and case when destination.kind = 'webhook' then destination.secret_sealed is not null
                 else used.status = 'connected' and not ($3 and used.client_id is null) end
      order by destination.created_at, destination.id`,
    [agencyId, campaignId, isClient],
  )
  return rows
}

async function copyAccount(tx: Tx, to: CampaignPath, sourceId: string, now_ms: number): Promise<string> {
  const id = newId(now_ms)
  await tx.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, connection_id, details, created_at)
     select agency_id, $3, root_id, client_id, $4, kind, connection_id, details, $5 from destination
      where agency_id = $1 and id = $2`,
    [to.agencyId, sourceId, id, to.campaignId, dateOf(now_ms)],
  )
  return id
}
