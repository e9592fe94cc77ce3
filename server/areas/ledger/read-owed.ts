import type { Tx } from '#server/platform/database/tx.ts'

/** What an agency owes its operator of everything booked so far, in cents; less than 0 when it has paid ahead. */
export async function readOwed(tx: Tx, agencyId: string): Promise<number> {
  const { rows } = await tx.query<{ balance_cents: number }>(
    `select balance_cents from ledger_account where agency_id = $1 and kind = 'root_revenue'`,
    [agencyId],
  )
  return rows[0]?.balance_cents ?? 0
}
