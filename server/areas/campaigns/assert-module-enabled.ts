import { moduleNames, type Module } from '#contract/campaigns/modules.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Throws where a client does not have a product, or has it no more: then no campaign of it is made or started (R049). The
 * client is held as it is until the transaction ends, so that nobody takes the product, or the client, away meanwhile.
 */
export async function assertModuleEnabled(tx: Tx, clientId: string, module: Module, field?: string): Promise<void> {
  const { rows } = await tx.query(
    'select from company where id = $1 and removed_at is null and $2 = any(modules) for share',
    [clientId, module],
  )
  if (rows.length === 0)
    throw new Failure('invalid', { field, message: `This client does not have ${moduleNames[module]}.` })
}
