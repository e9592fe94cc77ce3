import type { Tx } from '#server/platform/database/tx.ts'

/** What is owed while it is not zero: clients' debts to their agency and what they paid beforehand, and what the agency owes its root. */
const owed = ['client_receivable', 'client_prepaid', 'agency_payable']

/** Whether money of a client, or of a whole agency, is still open: half a cent and less is nothing that anybody can pay. */
export async function hasOpenBalance(tx: Tx, agencyId: string, clientId: string | null): Promise<boolean> {
  const { rows } = await tx.query(
    `select from ledger_account where agency_id = $1 and kind = any($2) and abs(balance_e4) > 50
       and ($3::uuid is null or client_id = $3) limit 1`,
    [agencyId, owed, clientId],
  )
  return rows.length > 0
}
