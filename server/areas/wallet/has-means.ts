import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'

/** Whether a top-up can be paid: with a card, or by hand where no gateway takes any. */
export async function hasMeans(tx: Tx, config: Config, companyId: string): Promise<boolean> {
  if (!gatewayForNewCards(config)) return true
  const { rows } = await tx.query('select from payment_card where company_id = $1', [companyId])
  return rows.length > 0
}
