import { e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts, postTransfers, type Book } from '#server/areas/ledger/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** An agency owes its operator a fee from now on. The transfer has the charge's id. */
export async function bookCost(
  tx: Tx,
  book: Book,
  now_ms: number,
  {
    id,
    kind,
    amount_cents,
  }: { id: string; kind: 'onboarding_fee' | 'developer_fee' | 'minimum_spend'; amount_cents: number },
): Promise<void> {
  const [cost, revenue] = [
    { kind: 'agency_payable', clientId: null },
    { kind: 'root_revenue', clientId: null },
  ] as const
  const accountOf = await ensureAccounts(tx, book, now_ms, [cost, revenue])
  const flow = {
    debitAccountId: accountOf(cost),
    creditAccountId: accountOf(revenue),
    kind,
    referenceKind: 'charge',
    clientId: null,
  }
  await postTransfers(tx, book, now_ms, [{ id, flow, amount_e4: e4FromCents(amount_cents), referenceId: id }])
}
