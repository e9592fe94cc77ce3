import type { Tx } from '#server/platform/database/tx.ts'

/** Accounts with an open balance while not zero: clients' debts and prepaid money, and what the agency owes its root. */
const owed = ['client_receivable', 'client_prepaid', 'agency_payable']

/** Whether a client or a whole agency has an open balance. Half a cent or less can't be paid and is ignored. */
export async function hasOpenBalance(tx: Tx, agencyId: string, clientId: string | null): Promise<boolean> {
  const { rows } = await tx.query(
    `select from ledger_account where agency_id = $1 and kind = any($2) and abs(balance_e4) > 50
       and ($3::uuid is null or client_id = $3) limit 1`,
    [agencyId, owed, clientId],
  )
  return rows.length > 0
}
