import { makeObject, partitionOf, type StripeBooks, type StripeObject } from './stripe-books.ts'
import { enter } from './stripe-entries.ts'

const day_s = 86_400

export type PayoutEnd =
  | { status: 'in_transit' | 'paid' | 'canceled' }
  /** Stripe's code, such as `account_closed`. */
  | { status: 'failed'; code: string }

const entriesOf = (books: StripeBooks, account: string): StripeObject[] =>
  [...partitionOf(books, account).objects.values()].filter(({ object }) => object === 'balance_transaction')

/** Everything that is not part of a payout yet is paid out at once. */
export function payOut(books: StripeBooks, account: string, fields: Record<string, unknown> = {}): StripeObject {
  const rest = entriesOf(books, account).filter(({ id }) => !books.paidOut.has(id))
  const amount = rest.reduce((sum, { net }) => sum + Number(net), 0)
  // Two days later, at the start of the day.
  const arrival_date = Math.floor(books.now() / 1_000 / day_s) * day_s + 2 * day_s
  const payout = makeObject(books, account, 'payout', 'po', {
    amount,
    arrival_date,
    automatic: true,
    status: 'pending',
    reconciliation_status: 'in_progress',
    ...fields,
  })
  const entry = enter(books, account, { type: 'payout', source: payout.id, amount: -amount })
  payout['balance_transaction'] = entry.id
  for (const { id } of [...rest, entry]) books.paidOut.set(id, payout.id)
  books.happened('payout.created', payout, account)
  return payout
}

/** If a payout fails, the money goes back into the balance. */
export function endPayout(books: StripeBooks, id: string, account: string, end: PayoutEnd): void {
  const payout = partitionOf(books, account).objects.get(id)!
  payout['status'] = end.status
  if (end.status === 'failed') payout['failure_code'] = end.code
  if (end.status === 'failed' || end.status === 'canceled') {
    const type = end.status === 'failed' ? 'payout_failure' : 'payout_cancel'
    const back = enter(books, account, { type, source: id, amount: Number(payout['amount']) })
    payout['failure_balance_transaction'] = back.id
  }
  books.happened(end.status === 'in_transit' ? 'payout.updated' : `payout.${end.status}`, payout, account)
}

export function itemizePayout(books: StripeBooks, id: string, account: string): void {
  const payout = partitionOf(books, account).objects.get(id)!
  payout['reconciliation_status'] = 'completed'
  books.happened('payout.reconciliation_completed', payout, account)
}
