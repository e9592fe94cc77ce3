import { sentences } from '#contract/core/sentences.ts'
import { mayUse } from '#contract/guards/access-context.ts'
import type { Caller, SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'

/** A client, as stored with the rows it owns. */
export interface ClientPath {
  rootId: string
  agencyId: string
  clientId: string
}

/** A check that the declaration cannot express: clients whose agency does not allow changes are denied (OQ-12). */
export function assertMayChange({ kind, rights }: Caller): void {
  if (kind === 'client' && !(rights && mayUse(rights, 'campaign.update')))
    throw accessDenied('Your agency manages your campaigns.')
}

/** The client of a call whose caller may change its audiences. */
export function clientToChange({ caller, object }: SignedInCall): ClientPath {
  assertMayChange(caller)
  const { rootId, agencyId, clientId } = object!
  if (agencyId === null || clientId === null) throw invalid('companyId', sentences.clientsOnly)
  return { rootId, agencyId, clientId }
}

/** Serializes saves of one client's rows, so that names stay unique and counts correct. */
export const lockClientRows = (tx: Tx, { clientId }: ClientPath): Promise<unknown> =>
  tx.query('select from company where id = $1 for no key update', [clientId])

/** SQL that limits a table to a place in the tree, with its values. */
export function scopeCondition(
  table: string,
  { rootId, agencyId, clientId }: TenantPath,
): { condition: string; values: string[] } {
  if (clientId !== null)
    return { condition: `${table}.agency_id = $1 and ${table}.client_id = $2`, values: [agencyId!, clientId] }
  return agencyId === null
    ? { condition: `${table}.root_id = $1`, values: [rootId] }
    : { condition: `${table}.agency_id = $1`, values: [agencyId] }
}
