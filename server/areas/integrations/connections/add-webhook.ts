import { maxWebhooksOfCompany } from '#contract/integrations/destinations.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import { assertMayReach, OutgoingRefused } from '#server/platform/guarded-fetch.ts'
import { newId } from '#server/platform/ids.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { newWebhookSecret, sealWebhookSecret } from '../connectors/webhook/sign-webhook.ts'

const insert = `
  insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, secret_sealed, created_at)
  values ($1, $2, $3, $4, $5, 'webhook', $6, $7, $8)`

/**
 * Sends a campaign's new leads to a URL from now on. Returns the signing secret, which is stored encrypted and never
 * shown again. Throws `invalid` for a forbidden address and when the client has too many webhooks.
 */
export async function addWebhook(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'secrets' | 'clock'>,
  campaign: CampaignPath,
  url: string,
): Promise<{ id: string; secret: string }> {
  const secret = newWebhookSecret()
  return { id: await insertWebhook(tx, platform, campaign, url, secret), secret }
}

/** Like `addWebhook`, with a secret that the receiver already knows. */
export async function insertWebhook(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'secrets' | 'clock'>,
  campaign: CampaignPath,
  url: string,
  secret: string,
): Promise<string> {
  const { agencyId, rootId, clientId, campaignId } = campaign
  const now_ms = platform.clock.now()
  const address = reachable(platform, url)
  await leaveRoom(tx, campaign)
  const id = newId(now_ms)
  const sealedSecret = sealWebhookSecret(platform, agencyId, id, secret)
  await tx.query(insert, [agencyId, id, rootId, clientId, campaignId, address, sealedSecret, dateOf(now_ms)])
  return id
}

/** Returns the normalized URL, or throws `invalid` with a single text that reveals nothing about the network. */
export function reachable(platform: Pick<Platform, 'config'>, url: string): string {
  try {
    return assertMayReach(platform.config, url).href
  } catch (error) {
    if (error instanceof OutgoingRefused) throw invalid('url', causeTexts.refused_address)
    throw error
  }
}

/**
 * Counts under a lock, because two concurrent calls could both see room for one more. Webhooks of removed campaigns are
 * left out: no page shows them, so nobody could remove them.
 */
async function leaveRoom(tx: Tx, { agencyId, clientId }: CampaignPath): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))", [clientId])
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from destination
     join campaign on campaign.agency_id = $1 and campaign.id = destination.campaign_id and campaign.removed_at is null
     where destination.agency_id = $1 and destination.client_id = $2 and destination.kind = 'webhook'
       and destination.removed_at is null`,
    [agencyId, clientId],
  )
  if (rows[0]!.count >= maxWebhooksOfCompany) {
    throw invalid('url', `A client can have at most ${maxWebhooksOfCompany} webhooks.`)
  }
}
