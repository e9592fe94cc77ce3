import { sentences } from '#contract/core/sentences.ts'
import type { TenantPath } from '#server/platform/call.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** An agency, or one of its clients: the tenant whose rows a list shows. */
export interface ListScope {
  rootId: string
  agencyId: string
  /** Null for all clients of the agency. */
  clientId: string | null
  /** Only clients of this group; null for all. */
  groupId: string | null
}

/**
 * The rows that a call with a company and a client in its path selects. The company is known to be in reach, but not
 * that the client belongs to it. Rows of another agency's client cannot be found through this scope, so a list calls
 * `assertKnownClient` only if it found nothing, which saves frequent lists a query.
 */
export function listScopeOf(company: TenantPath, clientId: string, group = 'all'): ListScope {
  if (company.agencyId === null) throw invalid('companyId', sentences.companiesOnly)
  if (company.clientId !== null && clientId !== 'all' && clientId !== company.clientId) throw notFound()
  const { rootId, agencyId } = company
  const groupId = group === '' || group === 'all' ? null : group
  return { rootId, agencyId, clientId: clientId === 'all' ? company.clientId : clientId, groupId }
}

/** SQL for the ids of a group's clients; `place` names the group. Another agency's group has none in the scope. */
export const clientsOfGroup = (parameter: string): string =>
  `(select id from company where company_group_id = ${parameter})`

/** Throws `not_found` if the client does not belong to the agency or is not visible to the caller (OQ-34). */
export async function assertKnownClient(tx: Tx, { agencyId, clientId }: ListScope): Promise<void> {
  if (clientId === null) return
  const { rowCount } = await tx.query(`select 1 from company where id = $1 and agency_id = $2 and kind = 'client'`, [
    clientId,
    agencyId,
  ])
  if (rowCount === 0) throw notFound()
}
