import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'

export interface HostOwner {
  companyId: string
  rootId: string
  /** Null for the root's own host. */
  agencyId: string | null
}

/** The owner of this host, or null. Only verified hosts are served. */
export async function findHost(platform: Platform, host: string): Promise<HostOwner | null> {
  const { rows } = await platform.appPool.query<{ company_id: string; root_id: string; agency_id: string | null }>({
    name: 'find-host',
    text: 'select company_id, root_id, agency_id from host where host = $1 and verified_at is not null and removed_at is null',
    values: [host],
  })
  const row = rows[0]
  return row ? { companyId: row.company_id, rootId: row.root_id, agencyId: row.agency_id } : null
}

/** The hosts of operators, below which are only their agencies' subdomains. An address has nothing below it. */
export async function readOperatorHosts({ appPool }: Pick<Platform, 'appPool'>): Promise<string[]> {
  const { rows } = await appPool.query<{ host: string }>(
    `select host from host where agency_id is null and verified_at is not null and removed_at is null and host !~ '^[0-9.]+$'`,
  )
  return rows.map(({ host }) => host)
}

/** Whether a company is served at a host. */
async function isHostOf(reader: Pick<Tx, 'query'>, host: string, companyId: string): Promise<boolean> {
  const { rowCount } = await reader.query(
    'select from host where host = $1 and company_id = $2 and verified_at is not null and removed_at is null',
    [host, companyId],
  )
  return rowCount === 1
}

/**
 * The host of the links in a mail in an agency's name (null for the operator's): where the person is if that is the agency's,
 * else the agency's first. The operator admits everybody on its own host, and nothing may name it to an agency's clients.
 */
export async function hostForLinks(reader: Pick<Tx, 'query'>, host: string, agencyId: string | null): Promise<string> {
  if (agencyId === null || (await isHostOf(reader, host, agencyId))) return host
  return (await findHostOf(reader, agencyId)) ?? host
}

/** A company's host for links: its first, which stays the same; null for a company without one. */
export async function findHostOf(reader: Pick<Tx, 'query'>, companyId: string): Promise<string | null> {
  const { rows } = await reader.query<{ host: string }>(
    `select host from host where company_id = $1 and verified_at is not null and removed_at is null
     order by verified_at, host ~ '^[0-9.]+$', host limit 1`,
    [companyId],
  )
  return rows[0]?.host ?? null
}
