import type { Tx } from '#server/platform/database/tx.ts'
import type { TenantPath } from '#server/platform/http/call.ts'

interface PathRow {
  root_id: string
  agency_id: string
  client_id: string
}

const pathOf = (row: PathRow | undefined): TenantPath | null =>
  row ? { rootId: row.root_id, agencyId: row.agency_id, clientId: row.client_id } : null

/** Where a destination lies, if the scope can see it; one that was removed is absent. */
export async function findDestination(tx: Tx, id: string): Promise<TenantPath | null> {
  const found = await tx.query<PathRow>(
    'select root_id, agency_id, client_id from destination where id = $1 and removed_at is null',
    [id],
  )
  return pathOf(found.rows[0])
}

/** Where a delivery lies, if the scope can see it. */
export async function findDelivery(tx: Tx, id: string): Promise<TenantPath | null> {
  const found = await tx.query<PathRow>('select root_id, agency_id, client_id from delivery where id = $1', [id])
  return pathOf(found.rows[0])
}
