import { e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { minCharge_cents } from '../charge-states.ts'
import { debtOf, revenueOf, type PayerOf } from './payer-accounts.ts'

/** A debt that is given up, in 1/10,000 dollar. */
interface Debt {
  clientId: string | null
  owed_e4: number
}

/**
 * Writes off what a client, or an agency and each of its clients, owes if it is less than a card can be charged (decision 220): nobody
 * could ever collect it. Whoever was owed bears it, as less revenue. The caller has locked the companies. Returns what was
 * written off, in 1/10,000 dollar.
 */
export async function writeOffDebts(tx: Tx, now_ms: number, { rootId, agencyId, clientId }: PayerOf): Promise<number> {
  const { rows: debts } = await tx.query<Debt>(
    `select client_id as "clientId", -balance_e4 as "owed_e4" from ledger_account
      where agency_id = $1 and ($2::uuid is null and kind = 'agency_payable' or kind = 'client_receivable' and coalesce($2, client_id) = client_id)
        and balance_e4 < 0 and balance_e4 > $3 order by id`,
    [agencyId, clientId, -e4FromCents(minCharge_cents)],
  )
  if (debts.length === 0) return 0
  const book: Book = { rootId, agencyId }
  const accountOf = await ensureAccounts(
    tx,
    book,
    now_ms,
    debts.flatMap((debt) => [revenueOf(debt), debtOf(debt)]),
  )
  await postTransfers(
    tx,
    book,
    now_ms,
    debts.map((debt) => ({
      id: newId(now_ms),
      flow: {
        debitAccountId: accountOf(revenueOf(debt)),
        creditAccountId: accountOf(debtOf(debt)),
        kind: 'debt_written_off',
        referenceKind: 'company',
        clientId: debt.clientId,
      },
      amount_e4: debt.owed_e4,
      referenceId: debt.clientId ?? agencyId,
    })),
  )
  return debts.reduce((sum, { owed_e4 }) => sum + owed_e4, 0)
}
