import { centsFromE4 } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** What an agency owes its operator of everything booked and not paid so far, in cents, half to even; less than 0 when it has paid ahead. */
export async function readOwed(tx: Tx, agencyId: string): Promise<number> {
  const { rows } = await tx.query<{ balance_e4: number }>(
    `select balance_e4 from ledger_account where agency_id = $1 and kind = 'agency_payable'`,
    [agencyId],
  )
  return centsFromE4(-(rows[0]?.balance_e4 ?? 0))
}
