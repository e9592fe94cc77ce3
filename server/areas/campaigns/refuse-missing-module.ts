import { moduleNames, type Module } from '#contract/campaigns/modules.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'

/** Throws where a client does not have a product, or has it no more: then no campaign of it is made or started (R049). */
export async function refuseMissingModule(tx: Tx, clientId: string, module: Module, field?: string): Promise<void> {
  const { rows } = await tx.query('select from company where id = $1 and $2 = any(modules)', [clientId, module])
  if (rows.length === 0)
    throw new Failure('invalid', { field, message: `This client does not have ${moduleNames[module]}.` })
}
