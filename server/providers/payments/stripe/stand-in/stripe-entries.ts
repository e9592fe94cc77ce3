import { newToken } from '#server/platform/ids.ts'
import { makeObject, partitionOf, type StripeBooks, type StripeObject } from './stripe-books.ts'

interface Entry {
  type: string
  source: string
  amount: number
  fee?: number
  /** The platform's share of the fee. */
  share?: number
}

/** Records an entry of an account's balance. */
export function enter(
  books: StripeBooks,
  account: string,
  { type, source, amount, fee = 0, share = 0 }: Entry,
): StripeObject {
  const details = [
    { type: 'stripe_fee', amount: fee - share },
    { type: 'application_fee', amount: share },
  ].filter((one) => one.amount !== 0)
  return makeObject(books, account, 'balance_transaction', 'txn', {
    type,
    source,
    amount,
    fee,
    net: amount - fee,
    fee_details: details.map((one) => ({ ...one, currency: 'usd', application: null, description: null })),
  })
}

/** For types without an example from Stripe. */
function keep(books: StripeBooks, account: string, object: string, prefix: string, fields: object): StripeObject {
  const id = `${prefix}_${newToken().slice(0, 16)}`
  const entry = { id, object, created: Math.floor(books.now() / 1_000), ...fields }
  partitionOf(books, account).objects.set(id, entry)
  return entry
}

/** A transfer from the platform arrives at an account as a separate payment. */
export function enterArrival(books: StripeBooks, account: string, transfer: StripeObject): void {
  const amount = Number(transfer['amount'])
  const { id } = makeObject(books, account, 'charge', 'py', {
    amount,
    payment_intent: null,
    source_transfer: transfer.id,
  })
  enter(books, account, { type: 'payment', source: id, amount })
}

/** Part of a transfer, or all of it, comes back to the platform. */
export function reverseTransfer(books: StripeBooks, id: string, amount: number): void {
  const transfer = partitionOf(books, '').objects.get(id)!
  const amount_reversed = Number(transfer['amount_reversed']) + amount
  Object.assign(transfer, { amount_reversed, reversed: amount_reversed === transfer['amount'] })
  const back = keep(books, '', 'transfer_reversal', 'trr', { amount, transfer: id })
  enter(books, '', { type: 'transfer_refund', source: back.id, amount })
  books.happened('transfer.reversed', transfer, '')
}

const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30

/** A successful payment: Stripe keeps its fee, and sends the platform its share. */
export function enterIntent(books: StripeBooks, account: string, intent: StripeObject): void {
  const amount = Number(intent['amount'])
  const share = Number(intent['application_fee_amount'] ?? 0)
  const charge = { amount, payment_intent: intent.id, metadata: intent['metadata'] }
  const { id } = makeObject(books, account, 'charge', 'ch', charge)
  intent['latest_charge'] = id
  enter(books, account, { type: 'charge', source: id, amount, fee: feeOf(amount) + share, share })
  if (share === 0) return
  const fee = keep(books, '', 'application_fee', 'fee', { amount: share, charge: id, account })
  intent['application_fee'] = fee.id
  enter(books, '', { type: 'application_fee', source: fee.id, amount: share })
}

/** A refund, including a proportional part of the platform's share if requested. */
export function enterRefund(
  books: StripeBooks,
  account: string,
  { intent, refund, before_cents }: { intent: StripeObject; refund: StripeObject; before_cents: number },
): void {
  const amount = Number(refund['amount'])
  const whole = Number(intent['application_fee_amount'] ?? 0)
  const partOf = (cents: number): number => Math.floor((whole * cents) / Number(intent['amount']))
  const share = refund['refund_application_fee'] === true ? partOf(before_cents + amount) - partOf(before_cents) : 0
  enter(books, account, { type: 'refund', source: refund.id, amount: -amount, fee: -share, share: -share })
  if (share === 0) return
  const back = keep(books, '', 'fee_refund', 'fr', { amount: share, fee: intent['application_fee'] })
  enter(books, '', { type: 'application_fee_refund', source: back.id, amount: -share })
}
