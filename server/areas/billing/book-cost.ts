import { e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts, type AccountIds } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, Book, NewTransfer } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

interface Cost {
  /** The charge's id. */
  id: string
  kind: 'onboarding_fee' | 'developer_fee' | 'minimum_spend'
  amount_cents: number
}

const payable: AccountName = { kind: 'agency_payable', clientId: null }
const revenue: AccountName = { kind: 'root_revenue', clientId: null }
export const accountsOfCost: readonly AccountName[] = [payable, revenue]

/** Books what an agency owes its operator. The transfer has the charge's id. */
export const transferOfCost = (accountOf: AccountIds, { id, kind, amount_cents }: Cost): NewTransfer => ({
  id,
  flow: {
    debitAccountId: accountOf(payable),
    creditAccountId: accountOf(revenue),
    kind,
    referenceKind: 'charge',
    clientId: null,
  },
  amount_e4: e4FromCents(amount_cents),
  referenceId: id,
})

/** Books a fee that an agency owes its operator. */
export async function bookCost(tx: Tx, book: Book, now_ms: number, cost: Cost): Promise<void> {
  const accountOf = await ensureAccounts(tx, book, now_ms, accountsOfCost)
  await postTransfers(tx, book, now_ms, [transferOfCost(accountOf, cost)])
}
