import type { Module } from '#contract/campaigns/modules.ts'
import { lockProductsShared } from '#server/areas/tenants/lock-companies.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { TenantPath } from '#server/platform/call.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Throws if the client doesn't have the module (any more): then its campaigns can't be created or started (R049).
 * Until the transaction ends, neither the client nor its module is removed.
 */
export async function assertModuleEnabled(
  tx: Tx,
  { agencyId, clientId }: Pick<TenantPath, 'agencyId' | 'clientId'>,
  module: Module,
  field?: string,
): Promise<void> {
  await lockProductsShared(tx, agencyId!)
  const { rowCount } = await tx.query(
    'select from company where id = $1 and removed_at is null and $2 = any(modules)',
    [clientId, module],
  )
  if (rowCount === 0) throw new Failure('invalid', { field, message: 'This client does not have this product.' })
}
