import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'

/** Whether a top-up can be paid: by card, or by hand if no gateway is configured. False for a removed company. */
export async function canTopUp(tx: Tx, config: Config, companyId: string): Promise<boolean> {
  const { rows } = await tx.query<{ has_card: boolean }>(
    `select exists (select from payment_card card where card.company_id = company.id) as has_card
       from company where id = $1 and removed_at is null`,
    [companyId],
  )
  const [company] = rows
  return company !== undefined && (company.has_card || gatewayForNewCards(config) === null)
}
