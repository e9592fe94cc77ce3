import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { AccountKind } from '../connectors/services.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { endWaiting } from '../deliveries/end-waiting.ts'
import { signalDeliveries } from '../deliveries/queue-deliveries.ts'
import { switchOn } from './change-destination.ts'
import { findConnection, type Connection, type Owner } from './connection-row.ts'

export interface Draft {
  slug: AccountKind
  /** Whose account: the client's own or its agency's. */
  connection: 'client' | 'agency'
  details: IntegrationDetails | undefined
}

/**
 * The account that a campaign is to send to. An agency's is for the agency to choose: a client does not see it.
 * Throws `conflict` where it is not connected.
 */
export async function accountFor(call: SignedInCall, campaign: CampaignPath, draft: Draft): Promise<Connection> {
  const { rootId, agencyId, clientId } = campaign
  if (draft.connection === 'agency' && call.caller.clientId !== null)
    throw invalid('connection', 'Choose one of the available options.')
  const owner: Owner = { rootId, agencyId, clientId: draft.connection === 'agency' ? null : clientId }
  const connection = await call.inScope((tx) => findConnection(tx, owner, draft.slug))
  if (connection?.status !== 'connected') throw new Failure('conflict', { message: causeTexts.disconnected })
  return connection
}

/** What a campaign chose, over what its account starts from: a part that is left out stays the account's. */
export const chosenDetails = (connection: Pick<Connection, 'details'>, details: IntegrationDetails | undefined) => ({
  ...connection.details,
  ...details,
})

/** Sends a campaign's leads to an account from now on, or otherwise than before. What was missed by an old choice is sent anew. */
export async function saveCampaignIntegration(
  tx: Tx,
  campaign: CampaignPath,
  connection: Connection,
  details: IntegrationDetails,
  now_ms: number,
): Promise<string> {
  const { agencyId, rootId, clientId, campaignId } = campaign
  const { rows } = await tx.query<{ id: string; status: string; last_error_code: string | null }>(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, connection_id, details, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (agency_id, campaign_id, connection_id) where connection_id is not null
     do update set details = excluded.details,
       status = case when destination.removed_at is null then destination.status else 'ok' end,
       consecutive_failures = case when destination.removed_at is null then destination.consecutive_failures else 0 end,
       last_error_code = case when destination.removed_at is null then destination.last_error_code end,
       failing_since = case when destination.removed_at is null then destination.failing_since end,
       removed_at = null
     returning id, status, last_error_code`,
    [
      agencyId,
      newId(now_ms),
      rootId,
      clientId,
      campaignId,
      connection.kind,
      connection.id,
      JSON.stringify(details),
      dateOf(now_ms),
    ],
  )
  const { id, status, last_error_code } = rows[0]!
  if (status === 'failing' || (status === 'disabled' && last_error_code !== 'switched_off'))
    await switchOn(tx, campaign, { id }, now_ms)
  // One account of a service for each campaign: the client's own or the agency's.
  await removeOthers(tx, campaign, connection.kind, id, now_ms)
  await signalDeliveries(tx, campaign, [clientId])
  return id
}

/** Ends what a campaign sends to a service. Its log stays. */
export const removeCampaignIntegration = (
  tx: Tx,
  campaign: CampaignPath,
  kind: AccountKind,
  now_ms: number,
): Promise<void> => removeOthers(tx, campaign, kind, null, now_ms)

async function removeOthers(
  tx: Tx,
  campaign: CampaignPath,
  kind: AccountKind,
  except: string | null,
  now_ms: number,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `update destination set removed_at = $4
     where agency_id = $1 and campaign_id = $2 and kind = $3 and removed_at is null and id is distinct from $5::uuid
     returning id`,
    [campaign.agencyId, campaign.campaignId, kind, dateOf(now_ms), except],
  )
  for (const { id } of rows) await endWaiting(tx, campaign, id, 'destination_removed')
  if (rows.length > 0) await signalDeliveries(tx, campaign, [campaign.clientId])
}
