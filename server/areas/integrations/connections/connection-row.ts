import type { Cause } from '#contract/integrations/causes.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Credential } from '../connectors/service.ts'
import type { AccountKind, ServiceSlug } from '#contract/integrations/services.ts'

/** One company's account at a service, as stored. */
export interface Connection {
  agencyId: string
  id: string
  rootId: string
  clientId: string | null
  kind: AccountKind
  account: string
  sealed: string | null
  status: 'connected' | 'reconnect' | 'disconnected'
  cause: Cause | null
  details: IntegrationDetails
  version: number
  blockedUntil: Date | null
  connectedAt: Date
}

export const connectionColumns = `
  connection.agency_id as "agencyId", connection.id, connection.root_id as "rootId", connection.client_id as "clientId",
  connection.kind, connection.account, connection.credential_sealed as sealed, connection.status, connection.cause,
  connection.details, connection.version, connection.blocked_until as "blockedUntil",
  connection.connected_at as "connectedAt"`

/** SQL for how many campaigns send to a connection, without removed ones. */
export const usesOfConnection = `
  select count(*) as count from destination
  join campaign on campaign.agency_id = destination.agency_id and campaign.id = destination.campaign_id
   and campaign.removed_at is null
  where destination.agency_id = connection.agency_id and destination.connection_id = connection.id
    and destination.removed_at is null`

/** Who owns connections: a client or an agency. */
export interface Owner {
  rootId: string
  agencyId: string
  clientId: string | null
}
export const companyOf = ({ agencyId, clientId }: Pick<Owner, 'agencyId' | 'clientId'>): string => clientId ?? agencyId

/** A company's account at a service, or null if it never had one. */
export async function findConnection(tx: Tx, owner: Owner, kind: ServiceSlug): Promise<Connection | null> {
  const { rows } = await tx.query<Connection>(
    `select ${connectionColumns} from connection where agency_id = $1 and company_id = $2 and kind = $3`,
    [owner.agencyId, companyOf(owner), kind],
  )
  return rows[0] ?? null
}

export async function readConnection(tx: Tx, agencyId: string, id: string): Promise<Connection | null> {
  const { rows } = await tx.query<Connection>(
    `select ${connectionColumns} from connection where agency_id = $1 and id = $2`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

/** The encryption context: bound to the row, so that the value can't be decrypted in any other. */
const contextOf = (agencyId: string, id: string): string => `connection|credential_sealed|${id}|${agencyId}`

type WithSecrets = Pick<Platform, 'secrets'>

export const sealCredential = (platform: WithSecrets, agencyId: string, id: string, credential: Credential): string =>
  platform.secrets.seal(JSON.stringify(credential), contextOf(agencyId, id))

/** Throws if it was encrypted for another row or with another key. */
export const openCredential = (platform: WithSecrets, agencyId: string, id: string, sealedText: string): Credential =>
  JSON.parse(platform.secrets.open(sealedText, contextOf(agencyId, id))) as Credential
