import { dollarsFromE4 } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'

export interface EarnedCommission {
  name: string
  percent: number
  /** In dollars: what is left after refunds and disputes. */
  amount: number
}

/** What sales staff have earned from a charge, for a caller of the operator's. */
export async function readCommissionsOf(tx: Tx, agencyId: string, chargeId: string): Promise<EarnedCommission[]> {
  const { rows } = await tx.query<{ name: string; rate_bp: number; amount_e4: number }>(
    `select u.full_name as name, c.rate_bp, c.amount_e4 from commission c join app_user u on u.id = c.user_id
      where c.agency_id = $1 and c.charge_id = $2 order by u.full_name, u.id`,
    [agencyId, chargeId],
  )
  return rows.map(({ name, rate_bp, amount_e4 }) => ({
    name,
    percent: rate_bp / 100,
    amount: dollarsFromE4(amount_e4),
  }))
}
