import type { TenantPath } from '#server/platform/http/call.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** An agency, or one of its clients: whose rows a list shows. */
export interface Audience {
  rootId: string
  agencyId: string
  /** Null for all clients of the agency. */
  clientId: string | null
}

/**
 * Whose rows a call with a company and a client in its path means. The company is known to be in reach; the client must
 * lie in it, else it is absent to the caller (OQ-34).
 */
export async function findAudience(tx: Tx, company: TenantPath, clientId: string): Promise<Audience> {
  if (company.agencyId === null) throw invalid('companyID', 'must name an agency or a client')
  const { rootId, agencyId } = company
  if (clientId === 'all') return { rootId, agencyId, clientId: company.clientId }
  if (company.clientId !== null && clientId !== company.clientId) throw notFound()
  if (!(await isClientOf(tx, agencyId, clientId))) throw notFound()
  return { rootId, agencyId, clientId }
}

async function isClientOf(tx: Tx, agencyId: string, clientId: string): Promise<boolean> {
  const { rowCount } = await tx.prepared(
    'is-client-of',
    `select 1 from company where id = $1 and agency_id = $2 and kind = 'client'`,
    [clientId, agencyId],
  )
  return rowCount === 1
}
