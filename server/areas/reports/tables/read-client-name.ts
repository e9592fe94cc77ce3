import type { ListScope } from '#server/areas/tenants/list-scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The name of the client a report covers; null for all clients of the agency. */
export async function readClientName(tx: Tx, { agencyId, clientId }: ListScope): Promise<string | null> {
  if (clientId === null) return null
  const { rows } = await tx.query<{ name: string }>('select name from company where agency_id = $1 and id = $2', [
    agencyId,
    clientId,
  ])
  return rows[0]?.name ?? null
}
