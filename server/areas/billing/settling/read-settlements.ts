import type { Billing } from '#contract/billing/invoices.ts'
import { centsFromE4, dollarsFromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { PayerOf } from './payer-accounts.ts'

type Settlement = Billing['settlements'][number]

/** Credits of a payer that were paid out, and debts that were written off, newest first. */
export async function readSettlements(tx: Tx, { agencyId, clientId }: PayerOf): Promise<Settlement[]> {
  const { rows } = await tx.query<{ kind: Settlement['kind']; amount_e4: number; at: Date }>(
    `select kind, amount_e4, created_at as at from ledger_transfer
      where agency_id = $1 and reference_id = $2 and kind in ('credit_paid_out', 'debt_written_off')
      order by created_at desc, id desc limit 20`,
    [agencyId, clientId ?? agencyId],
  )
  return rows.map(({ kind, amount_e4, at }) => ({
    kind,
    amount: dollarsFromCents(centsFromE4(amount_e4)),
    at: at.toISOString(),
  }))
}
