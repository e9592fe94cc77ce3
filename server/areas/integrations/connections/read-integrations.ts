import type { ServiceSlug } from '#contract/integrations/services.ts'
import type { ConnectionRow } from '#contract/integrations/connections.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Config } from '#server/platform/config.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { offeredKinds } from '../connectors/services.ts'
import { companyOf, connectionColumns, usesOfConnection, type Connection, type Owner } from './connection-row.ts'

type Row = Connection & { campaigns: number }

const select = `
  select ${connectionColumns}, uses.count as campaigns
  from connection cross join lateral (${usesOfConnection}) as uses
  where connection.agency_id = $1 and connection.company_id = $2`

/** The state of a company's connections: one row for each offered service. */
async function readIntegrations(config: Config, tx: Tx, owner: Owner): Promise<ConnectionRow[]> {
  const { rows } = await tx.query<Row>(select, [owner.agencyId, companyOf(owner)])
  return offeredKinds(config).map((kind) =>
    present(
      owner,
      kind,
      rows.find((row) => row.kind === kind),
    ),
  )
}

export async function readIntegration(tx: Tx, owner: Owner, kind: ServiceSlug): Promise<ConnectionRow> {
  const { rows } = await tx.query<Row>(`${select} and kind = $3`, [owner.agencyId, companyOf(owner), kind])
  return present(owner, kind, rows[0])
}

const present = (owner: Owner, kind: ServiceSlug, row: Row | undefined): ConnectionRow => ({
  company_id: companyOf(owner),
  integration_slug: kind,
  status: row?.status ?? 'not_connected',
  account: row?.status === 'disconnected' ? '' : (row?.account ?? ''),
  cause: row?.cause ?? null,
  connected_at: row && row.status !== 'disconnected' ? row.connectedAt.toISOString() : null,
  campaigns: row?.campaigns ?? 0,
  details: row?.details ?? {},
})

/**
 * Also tells whether the parent has connected each service: a client learns only that its agency has an account.
 * Throws `not_found` for a company that is not the parent.
 */
export async function readIntegrationList(
  platform: Platform,
  tx: Tx,
  owner: Owner,
  parent: string,
): Promise<(ConnectionRow & { parent_connected: boolean })[]> {
  const above = owner.clientId === null ? owner.rootId : owner.agencyId
  if (parent !== 'all' && parent !== above) throw notFound()
  const integrations = await readIntegrations(platform.config, tx, owner)
  const ofAgency =
    owner.clientId === null ? new Set<string>() : await connectedBy(platform, { ...owner, clientId: null })
  return integrations.map((row) => ({ ...row, parent_connected: ofAgency.has(row.integration_slug) }))
}

const connectedBy = async (platform: Platform, owner: Owner): Promise<ReadonlySet<string>> => {
  const { rows } = await inScope(platform.appPool, { kind: 'root', rootId: owner.rootId }, (tx) =>
    tx.query<{ kind: string }>(
      `select kind from connection where agency_id = $1 and company_id = $1 and status = 'connected'`,
      [owner.agencyId],
    ),
  )
  return new Set(rows.map(({ kind }) => kind))
}
