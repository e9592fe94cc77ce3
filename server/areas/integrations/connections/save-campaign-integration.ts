import type { AccountKind, IntegrationDetails } from '#contract/integrations/services.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import { sentences } from '#contract/core/sentences.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { endWaiting } from '../deliveries/end-waiting.ts'
import { signalDeliveries } from '../deliveries/queue-deliveries.ts'
import { switchOn } from './change-destination.ts'
import { assertCanBeChosen } from './can-be-chosen.ts'
import { companyOf, findConnection, type Connection, type Owner } from './connection-row.ts'
import { assertFreeTargets, findCustom } from './custom-integrations.ts'
import { dropChoices } from './former-choices.ts'

export interface Draft {
  slug: AccountKind
  /** The custom integration's id; undefined for services. */
  integrationId: string | undefined
  /** Whose account: the client's own or its agency's. */
  connection: 'client' | 'agency'
  details: IntegrationDetails | undefined
}

/**
 * The account that a campaign will send to, locked for the rest of the transaction. Only the agency may choose its own
 * account, since clients can't see it. Throws `conflict` if it is not connected.
 */
export async function accountFor(
  tx: Tx,
  { caller }: SignedInCall,
  { rootId, agencyId, clientId }: CampaignPath,
  draft: Draft,
): Promise<Connection> {
  if (draft.connection === 'agency' && caller.clientId !== null)
    throw invalid('connection', 'Choose one of the available options.')
  const owner: Owner = { rootId, agencyId, clientId: draft.connection === 'agency' ? null : clientId }
  const { slug } = draft
  const customId = customIdIn(draft)
  await tx.query(
    `select from connection
     where agency_id = $1 and company_id = $2 and kind = $3 and ($4::uuid is null or id = $4) for share`,
    [agencyId, companyOf(owner), slug, customId],
  )
  const connection = await (slug === 'custom' ? findCustom(tx, owner, customId!) : findConnection(tx, owner, slug))
  if (connection?.status !== 'connected') throw new Failure('conflict', { message: causeTexts.disconnected })
  return connection
}

/**
 * The id of a custom integration; undefined for a service. Throws `invalid` if it is missing or not allowed,
 * for unsupported details, and for field names that every message already uses.
 */
export function customIdIn({ slug, integrationId, details }: Omit<Draft, 'connection'>): string | undefined {
  if (details) assertCanBeChosen(slug, details)
  if (slug === 'custom' && details) assertFreeTargets(details)
  if (slug === 'custom' && integrationId === undefined) throw invalid('integration_id', sentences.required)
  if (slug !== 'custom' && integrationId !== undefined) throw invalid('integration_id', sentences.unknownField)
  return integrationId
}

/** A campaign's details override the account's defaults, key by key. */
export const chosenDetails = (connection: Pick<Connection, 'details'>, details: IntegrationDetails | undefined) => ({
  ...connection.details,
  ...details,
})

/** Connects a campaign to an account or changes its details. If it was failing, turns it on and sends missed leads. */
export async function saveCampaignIntegration(
  tx: Tx,
  campaign: CampaignPath,
  connection: Connection,
  details: IntegrationDetails,
  now_ms: number,
): Promise<string> {
  const { agencyId, rootId, clientId, campaignId } = campaign
  const before = await findDestination(tx, campaign, connection.id)
  const state = before && dropChoices(before.state, before.details, details, now_ms)
  const { rows } = await tx.query<{ id: string; status: string; last_error_code: string | null }>(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, connection_id, details, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (agency_id, campaign_id, connection_id) where connection_id is not null
     do update set details = excluded.details, state = destination.state || $10::jsonb,
       status = case when destination.removed_at is null then destination.status else 'ok' end,
       consecutive_failures = case when destination.removed_at is null then destination.consecutive_failures else 0 end,
       last_error_code = case when destination.removed_at is null then destination.last_error_code end,
       failing_since = case when destination.removed_at is null then destination.failing_since end,
       paused_at = case when destination.removed_at is null then destination.paused_at end,
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
      JSON.stringify(state ?? {}),
    ],
  )
  const { id, status, last_error_code } = rows[0]!
  if (status === 'failing' || (status === 'disabled' && last_error_code !== 'switched_off'))
    await switchOn(tx, campaign, { id }, now_ms)
  // A campaign uses one account per service, the client's or the agency's, but any number of custom integrations.
  if (connection.kind !== 'custom')
    await endWhere(tx, campaign, 'kind = $4 and id <> $5', [connection.kind, id], now_ms)
  await signalDeliveries(tx, campaign, [clientId])
  return id
}

interface Stored {
  details: IntegrationDetails
  state: Record<string, unknown>
}

/** A campaign's destination at an account, also one that was removed; null if it never had one. */
async function findDestination(tx: Tx, campaign: CampaignPath, connectionId: string): Promise<Stored | null> {
  const { rows } = await tx.query<Stored>(
    `select details, state from destination where agency_id = $1 and campaign_id = $2 and connection_id = $3 for update`,
    [campaign.agencyId, campaign.campaignId, connectionId],
  )
  return rows[0] ?? null
}

/** Stops sending a campaign's leads to a service or one custom integration. The delivery log is kept. */
export const removeCampaignIntegration = (
  tx: Tx,
  campaign: CampaignPath,
  draft: Omit<Draft, 'connection'>,
  now_ms: number,
): Promise<void> => {
  const customId = customIdIn(draft)
  return customId === undefined
    ? endWhere(tx, campaign, 'kind = $4', [draft.slug], now_ms)
    : endWhere(tx, campaign, "kind = 'custom' and connection_id = $4", [customId], now_ms)
}

async function endWhere(
  tx: Tx,
  campaign: CampaignPath,
  condition: string,
  values: readonly string[],
  now_ms: number,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `update destination set removed_at = $3
     where agency_id = $1 and campaign_id = $2 and removed_at is null and ${condition} returning id`,
    [campaign.agencyId, campaign.campaignId, dateOf(now_ms), ...values],
  )
  for (const { id } of rows) await endWaiting(tx, campaign, id, 'destination_removed')
  if (rows.length > 0) await signalDeliveries(tx, campaign, [campaign.clientId])
}
