import { maxCustomIntegrations, type CustomRow } from '#contract/integrations/custom.ts'
import type { OwnHeaders } from '#contract/integrations/headers.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import type { Cause } from '#contract/integrations/causes.ts'
import { sentences } from '#contract/core/sentences.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { customCredential, headersIn, isOfEnvelope, type SentHeader } from '../connectors/custom/definition.ts'
import { endWaiting } from '../deliveries/end-waiting.ts'
import { signalDeliveries } from '../deliveries/queue-deliveries.ts'
import { reachable } from './add-webhook.ts'
import {
  companyOf,
  connectionColumns,
  openCredential,
  sealCredential,
  usesOfConnection,
  type Connection,
  type Owner,
} from './connection-row.ts'
import { replaceAccount } from './former-choices.ts'
import { resumeDestinations } from './save-integration.ts'

type WithSecrets = Pick<Platform, 'config' | 'secrets' | 'clock'>
type Counted = Connection & { campaigns: number }

/** A removed integration keeps its row for the delivery log. */
const select = `
  select ${connectionColumns}, uses.count as campaigns
  from connection cross join lateral (${usesOfConnection}) as uses
  where connection.agency_id = $1 and connection.company_id = $2 and connection.kind = 'custom'
    and connection.status <> 'disconnected'`

/** A company's custom integrations, by name. */
export async function listCustom(tx: Tx, platform: WithSecrets, owner: Owner): Promise<CustomRow[]> {
  const { rows } = await tx.query<Counted>(`${select} order by lower(connection.account), connection.id`, [
    owner.agencyId,
    companyOf(owner),
  ])
  return rows.map((row) => present(platform, owner, row))
}

/** Throws `not_found` if it belongs to another company or was removed. */
export async function readCustom(tx: Tx, platform: WithSecrets, owner: Owner, id: string): Promise<CustomRow> {
  return present(platform, owner, await findCustom(tx, owner, id))
}

/** Throws `not_found`. */
export async function findCustom(tx: Tx, owner: Owner, id: string): Promise<Counted> {
  const { rows } = await tx.query<Counted>(`${select} and connection.id = $3`, [owner.agencyId, companyOf(owner), id])
  if (!rows[0]) throw notFound()
  return rows[0]
}

function present(platform: WithSecrets, owner: Owner, row: Counted): CustomRow {
  const credential = openCredential(platform, row.agencyId, row.id, row.sealed ?? '')
  return {
    integration_id: row.id,
    company_id: companyOf(owner),
    integration_slug: 'custom',
    name: row.account,
    url: credential['url'] ?? '',
    header_names: headersIn(credential).map(({ name }) => name),
    status: row.status,
    cause: row.cause as Cause | null,
    connected_at: row.connectedAt.toISOString(),
    campaigns: row.campaigns,
    details: row.details,
  }
}

interface New {
  name: string
  url: string
  headers: OwnHeaders
  details: IntegrationDetails | undefined
}

/** Throws `invalid` for a forbidden address and when the company has too many. */
export async function addCustom(
  tx: Tx,
  platform: WithSecrets,
  owner: Owner,
  { name, url, headers, details = {} }: New,
): Promise<string> {
  assertFreeTargets(details)
  const address = reachable(platform, url)
  const allHeaders = mergeHeaders([], headers)
  await leaveRoom(tx, owner)
  const now_ms = platform.clock.now()
  const id = newId(now_ms)
  await tx.query(
    `insert into connection
       (agency_id, id, root_id, client_id, company_id, kind, account, credential_sealed, status, details, connected_at, updated_at)
     values ($1, $2, $3, $4, $5, 'custom', $6, $7, 'connected', $8, $9, $9)`,
    [
      owner.agencyId,
      id,
      owner.rootId,
      owner.clientId,
      companyOf(owner),
      name,
      sealCredential(platform, owner.agencyId, id, customCredential(address, allHeaders)),
      JSON.stringify(details),
      dateOf(now_ms),
    ],
  )
  return id
}

/** Counts under a lock, because two concurrent calls could both see room for one more. */
async function leaveRoom(tx: Tx, owner: Owner): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('custom integrations ' || $1, 0))", [companyOf(owner)])
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from connection
     where agency_id = $1 and company_id = $2 and kind = 'custom' and status <> 'disconnected'`,
    [owner.agencyId, companyOf(owner)],
  )
  if (rows[0]!.count >= maxCustomIntegrations)
    throw invalid('name', `A company can have at most ${maxCustomIntegrations} custom integrations.`)
}

interface Change {
  name?: string | undefined
  url?: string | undefined
  headers?: OwnHeaders | undefined
  details?: IntegrationDetails | undefined
}

/** Changes the given fields. A new URL or new headers reconnect it and resume its destinations. */
export async function changeCustom(
  tx: Tx,
  platform: WithSecrets,
  owner: Owner,
  id: string,
  change: Change,
): Promise<void> {
  if (change.details) assertFreeTargets(change.details)
  await tx.query('select from connection where agency_id = $1 and id = $2 for update', [owner.agencyId, id])
  const row = await findCustom(tx, owner, id)
  const now_ms = platform.clock.now()
  // While it waits to be connected again, `updated_at` is when it was lost.
  await tx.query(
    `update connection set account = coalesce($3, account), details = coalesce($4::jsonb, details),
       updated_at = case when status = 'reconnect' then updated_at else $5 end
     where agency_id = $1 and id = $2`,
    [owner.agencyId, id, change.name ?? null, change.details ? JSON.stringify(change.details) : null, dateOf(now_ms)],
  )
  if (change.url === undefined && change.headers === undefined) return
  const before = openCredential(platform, owner.agencyId, id, row.sealed ?? '')
  const url = change.url === undefined ? before['url']! : reachable(platform, change.url)
  const storedHeaders = headersIn(before)
  const mayKeep = new URL(url).origin === new URL(before['url']!).origin
  if (change.headers === undefined && storedHeaders.length > 0 && !mayKeep) throw invalid('headers', newHost)
  const headers =
    change.headers === undefined ? storedHeaders : mergeHeaders(mayKeep ? storedHeaders : [], change.headers, mayKeep)
  await tx.query(
    `update connection set credential_sealed = $3, status = 'connected', cause = null, version = version + 1,
       blocked_until = null, connected_at = $4
     where agency_id = $1 and id = $2`,
    [owner.agencyId, id, sealCredential(platform, owner.agencyId, id, customCredential(url, headers)), dateOf(now_ms)],
  )
  if (!mayKeep) await noteOtherHost(tx, owner, id, now_ms)
  await resumeDestinations(tx, owner, id, now_ms)
}

/** Leads sent until now are at a host that take-backs no longer reach. */
const noteOtherHost = (tx: Tx, { agencyId }: Owner, id: string, now_ms: number): Promise<unknown> =>
  tx.query(
    `update destination set state = state || $3
      where agency_id = $1 and id = any(array(
        select id from destination where agency_id = $1 and connection_id = $2 order by id for update))`,
    [agencyId, id, JSON.stringify(replaceAccount(now_ms))],
  )

/** A saved secret can't be read by anyone, so it must not be sent to a host that the caller picks. */
const newHost = 'The URL has a different host. Enter each header value again.'

/** Omitted values keep the saved ones. Throws `invalid` if there is nothing to keep. */
function mergeHeaders(storedHeaders: readonly SentHeader[], headers: OwnHeaders, mayKeep = true): SentHeader[] {
  const before = new Map(storedHeaders.map(({ name, value }) => [name.toLowerCase(), value]))
  return headers.map(({ name, secret }, index) => {
    const value = secret ?? before.get(name.toLowerCase())
    if (value === undefined) throw invalid(`headers.${index}.secret`, mayKeep ? sentences.required : newHost)
    return { name, value }
  })
}

/** Throws `invalid` for a field whose name every message already uses. */
export function assertFreeTargets({ fields = [] }: IntegrationDetails): void {
  for (const [index, { target }] of fields.entries())
    if (isOfEnvelope(target)) throw invalid(`details.fields.${index}.target`, 'This name is taken. Choose another one.')
}

/** Deletes the URL and headers, and removes its destinations from all campaigns. The delivery log is kept. */
export async function removeCustom(tx: Tx, owner: Owner, id: string, now_ms: number): Promise<void> {
  const { agencyId } = owner
  await findCustom(tx, owner, id)
  await tx.query(
    `update connection set status = 'disconnected', cause = null, credential_sealed = null, version = version + 1, updated_at = $3
     where agency_id = $1 and id = $2`,
    [agencyId, id, dateOf(now_ms)],
  )
  const { rows } = await tx.query<{ id: string; client_id: string }>(
    `update destination set removed_at = $3
     where agency_id = $1 and connection_id = $2 and removed_at is null returning id, client_id`,
    [agencyId, id, dateOf(now_ms)],
  )
  for (const destination of rows) await endWaiting(tx, owner, destination.id, 'destination_removed')
  if (rows.length > 0) await signalDeliveries(tx, owner, [...new Set(rows.map(({ client_id }) => client_id))])
}
