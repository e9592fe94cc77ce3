import { centsFromE4 } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * What an agency owes its operator, or a client its agency, of everything booked and not paid so far: in cents, half to even;
 * less than 0 when they have paid ahead or leads were credited since.
 */
export async function readOwed(tx: Tx, agencyId: string, clientId: string | null = null): Promise<number> {
  const { rows } = await tx.query<{ balance_e4: number }>(
    `select balance_e4 from ledger_account
      where agency_id = $1 and kind = $2 and client_id is not distinct from $3`,
    [agencyId, clientId === null ? 'agency_payable' : 'client_receivable', clientId],
  )
  return centsFromE4(-(rows[0]?.balance_e4 ?? 0))
}
