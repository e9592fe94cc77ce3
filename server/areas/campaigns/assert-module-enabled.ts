import { moduleNames, type Module } from '#contract/campaigns/modules.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Throws if the client doesn't have the module (any more): then its campaigns can't be created or started (R049).
 * Locks the client until the transaction ends, so that neither the client nor its module is removed meanwhile.
 */
export async function assertModuleEnabled(tx: Tx, clientId: string, module: Module, field?: string): Promise<void> {
  const { rows } = await tx.query(
    'select from company where id = $1 and removed_at is null and $2 = any(modules) for share',
    [clientId, module],
  )
  if (rows.length === 0)
    throw new Failure('invalid', { field, message: `This client does not have ${moduleNames[module]}.` })
}
