import { newToken } from '#server/platform/ids.ts'
import { find, invalid, missing, StripeError, type Answer } from './find-object.ts'
import { accountAnswers, mayBePaid, mayTakeMoney } from './stripe-accounts.ts'
import { makeObject, partitionOf, type StripeBooks, type StripeObject } from './stripe-books.ts'
import { enter, enterArrival, enterIntent, enterRefund } from './stripe-entries.ts'
import { stripeCardOf, type Decline } from './test-cards.ts'

const cardError = ({ code, decline_code }: Decline, more: object = {}): StripeError =>
  new StripeError(402, { type: 'card_error', code, ...(decline_code ? { decline_code } : {}), ...more })

/** Creates a token from the browser form's card number. */
const makeToken: Answer = (books, { account, wish }) => {
  const card = wish['card'] as { number: string; exp_month: string; exp_year: string }
  const stripeCard = stripeCardOf(card.number)
  if (!stripeCard) throw cardError({ code: 'incorrect_number' })
  const { brand } = stripeCard
  return makeObject(books, account, 'token', 'tok', {
    used: false,
    card: { brand, last4: card.number.slice(-4), exp_month: Number(card.exp_month), exp_year: Number(card.exp_year) },
    number: card.number,
  })
}

const makeCustomer: Answer = (books, { account, wish }) => makeObject(books, account, 'customer', 'cus', wish)

/** Creates a card from a single-use token, or lends one of the platform's account to the requesting account. */
const makeMethod: Answer = (books, { account, wish }) => {
  if (wish['payment_method'] !== undefined) {
    const paymentMethod = find(books, '', 'payment_method', wish['payment_method'], 'payment_method')
    if (paymentMethod['customer'] !== wish['customer']) throw missing('customer')
    return makeObject(books, account, 'payment_method', 'pm', {
      card: paymentMethod['card'],
      number: paymentMethod['number'],
    })
  }
  const token = (wish['card'] as { token?: string } | undefined)?.token
  // Created by the form for the account that will hold the card.
  const tokenObject = find(books, account, 'token', token, 'card[token]')
  if (tokenObject['used']) throw invalid('token_already_used', 'card[token]')
  tokenObject['used'] = true
  return makeObject(books, account, 'payment_method', 'pm', {
    card: tokenObject['card'],
    number: tokenObject['number'],
  })
}

const detach: Answer = (books, { account, id }) => {
  const method = find(books, account, 'payment_method', id)
  // Stripe has no code for this error.
  if (method['customer'] === null) throw new StripeError(400, { type: 'invalid_request_error' })
  method['customer'] = null
  return method
}

const readMethod: Answer = (books, { account, id }) => find(books, account, 'payment_method', id)

const makeSetup: Answer = (books, { account, wish }) => {
  const method = find(books, account, 'payment_method', wish['payment_method'], 'payment_method')
  find(books, account, 'customer', wish['customer'], 'customer')
  const decline = stripeCardOf(String(method['number']))?.atSetUp
  if (decline) throw cardError(decline)
  method['customer'] = wish['customer']
  return makeObject(books, account, 'setup_intent', 'seti', { ...wish, status: 'succeeded' })
}

const smallest_cents = 50

const makeIntent: Answer = (books, { account, wish }) => {
  if (Number(wish['amount']) < smallest_cents) throw invalid('amount_too_small', 'amount')
  if (account !== '' && !mayTakeMoney(books, account))
    throw new StripeError(403, { type: 'invalid_request_error', code: 'account_invalid' })
  const method = find(books, account, 'payment_method', wish['payment_method'], 'payment_method')
  if ((method['customer'] ?? undefined) !== wish['customer']) throw missing('payment_method')
  const decline = stripeCardOf(String(method['number']))?.atCharge
  const { confirm: _confirm, off_session: _offSession, ...fields } = wish
  const intent = makeObject(books, account, 'payment_intent', 'pi', {
    ...fields,
    status: decline ? 'requires_payment_method' : 'succeeded',
    amount_received: decline ? 0 : wish['amount'],
    latest_charge: `ch_${newToken().slice(0, 16)}`,
    last_payment_error: decline ? { type: 'card_error', ...decline } : null,
  })
  books.happened(decline ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent, account)
  if (decline) throw cardError(decline, { payment_intent: { ...intent } })
  enterIntent(books, account, intent)
  const reason = stripeCardOf(String(method['number']))?.disputed
  if (reason) openDispute(books, account, intent, reason)
  return intent
}

const disputeFee_cents = 1_500

/** Withdraws the money from the account that was paid, plus a fee. */
function openDispute(books: StripeBooks, account: string, intent: StripeObject, reason: string): void {
  const dispute = makeObject(books, account, 'dispute', 'dp', {
    amount: intent['amount'],
    charge: intent['latest_charge'],
    payment_intent: intent.id,
    reason,
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [],
    evidence_details: {
      due_by: Math.floor(books.now() / 1_000) + 9 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
  })
  const amount = -Number(intent['amount'])
  dispute['balance_transactions'] = [
    enter(books, account, { type: 'adjustment', source: dispute.id, amount, fee: disputeFee_cents }),
  ]
  books.happened('charge.dispute.created', dispute, account)
  books.happened('charge.dispute.funds_withdrawn', dispute, account)
}

const readDispute: Answer = (books, { account, id }) => {
  const dispute = find(books, account, 'dispute', id)
  return { ...dispute, payment_intent: find(books, account, 'payment_intent', dispute['payment_intent']) }
}

/** The bank accepts one response, before the deadline. */
const answerDispute: Answer = (books, { account, id, wish }) => {
  const dispute = find(books, account, 'dispute', id)
  const details = dispute['evidence_details'] as Record<string, unknown>
  if (dispute['status'] !== 'needs_response' || Number(details['due_by']) * 1_000 < books.now())
    throw invalid('dispute_evidence_submission_error', 'evidence')
  dispute['evidence'] = wish['evidence']
  dispute['evidence_details'] = { ...details, has_evidence: true, submission_count: 1 }
  if (wish['submit'] !== false) dispute['status'] = 'under_review'
  books.happened('charge.dispute.updated', dispute, account)
  return dispute
}

const makeRefund: Answer = (books, { account, wish }) => {
  const intent = find(books, account, 'payment_intent', wish['payment_intent'], 'payment_intent')
  if (intent['status'] !== 'succeeded') throw invalid('charge_not_refundable', 'payment_intent')
  const before = [...partitionOf(books, account).objects.values()].filter(
    (one) => one.object === 'refund' && one['payment_intent'] === intent.id && one['status'] !== 'failed',
  )
  const rest_cents = Number(intent['amount']) - before.reduce((sum, one) => sum + Number(one['amount']), 0)
  if (rest_cents === 0) throw invalid('charge_already_refunded', 'payment_intent')
  if (Number(wish['amount']) > rest_cents) throw invalid('amount_too_large', 'amount')
  const refund = makeObject(books, account, 'refund', 're', {
    ...wish,
    status: books.refundStatus,
    failure_reason: undefined,
  })
  enterRefund(books, account, { intent, refund, before_cents: Number(intent['amount']) - rest_cents })
  books.happened('refund.created', refund, account)
  return refund
}

/** With the payer present, the bank asks for confirmation on its own page. */
const confirmIntent: Answer = (books, { account, id, wish }) => {
  const intent = find(books, account, 'payment_intent', id)
  if (intent['status'] !== 'requires_payment_method' && intent['status'] !== 'requires_action')
    throw invalid('payment_intent_unexpected_state', 'intent')
  find(books, account, 'payment_method', wish['payment_method'], 'payment_method')
  intent['status'] = 'requires_action'
  intent['last_payment_error'] = null
  intent['next_action'] = {
    type: 'redirect_to_url',
    redirect_to_url: { url: `https://hooks.stripe.com/3d_secure/${id}`, return_url: wish['return_url'] },
  }
  return intent
}

const cancelIntent: Answer = (books, { account, id }) => {
  const intent = find(books, account, 'payment_intent', id)
  if (intent['status'] === 'succeeded') throw invalid('payment_intent_unexpected_state', 'intent')
  intent['status'] = 'canceled'
  books.happened('payment_intent.canceled', intent, account)
  return intent
}

const pageSize = 100

const sourceOf = (books: StripeBooks, account: string, one: StripeObject): unknown =>
  partitionOf(books, account).objects.get(String(one['source'])) ?? one['source']

/** Newest first, as Stripe lists. */
const listOf =
  (kind: string): Answer =>
  (books, { account, wish }) => {
    // Stripe's response for a deleted customer and everything that belonged to it.
    if (wish['customer'] !== undefined) find(books, account, 'customer', wish['customer'], 'customer')
    const from_s = Number((wish['created'] as { gte?: number } | undefined)?.gte ?? 0)
    const of = (field: string) => (one: StripeObject) => wish[field] === undefined || one[field] === wish[field]
    const all = [...partitionOf(books, account).objects.values()]
      .filter((one) => one.object === kind && Number(one['created']) >= from_s)
      .filter(of('customer'))
      .filter(of('payment_intent'))
      .filter(of('transfer_group'))
      .filter(({ id }) => wish['payout'] === undefined || books.paidOut.get(id) === wish['payout'])
      .toReversed()
    const expands = (wish['expand'] as string[] | undefined)?.includes('data.source') ?? false
    const start = wish['starting_after'] ? all.findIndex(({ id }) => id === wish['starting_after']) + 1 : 0
    const data = all.slice(start, start + Math.min(Number(wish['limit'] ?? 10), pageSize))
    if (expands) data.forEach((one, at) => (data[at] = { ...one, source: sourceOf(books, account, one) }))
    return { object: 'list', data, has_more: start + data.length < all.length, url: `/v1/${kind}s` }
  }

/** Only money in the operator's balance can be transferred. */
const makeTransfer: Answer = (books, { wish }) => {
  const to = String(wish['destination'])
  if (!mayBePaid(books, to)) throw invalid('insufficient_capabilities_for_transfer', 'destination')
  if (books.isEmpty) throw invalid('balance_insufficient', 'amount')
  const transfer = makeObject(books, '', 'transfer', 'tr', wish)
  enter(books, '', { type: 'transfer', source: transfer.id, amount: -Number(wish['amount']) })
  enterArrival(books, to, transfer)
  return transfer
}

/** Its expanded field is the bank account. */
const readPayout: Answer = (books, { account, id, wish }) => {
  const payout = find(books, account, 'payout', id)
  const expands = (wish['expand'] as string[] | undefined)?.includes('destination') ?? false
  const bank = { id: payout['destination'], object: 'bank_account', bank_name: 'STRIPE TEST BANK', last4: '6789' }
  return expands ? { ...payout, destination: bank } : payout
}

/** Every call that the gateway makes; `{id}` is a placeholder for an id. */
export const answers: Readonly<Record<string, Answer>> = {
  'POST /v1/tokens': makeToken,
  'POST /v1/customers': makeCustomer,
  'POST /v1/payment_methods': makeMethod,
  'GET /v1/payment_methods/{id}': readMethod,
  'POST /v1/payment_methods/{id}/detach': detach,
  'POST /v1/setup_intents': makeSetup,
  'POST /v1/payment_intents': makeIntent,
  'GET /v1/payment_intents': listOf('payment_intent'),
  'POST /v1/payment_intents/{id}/confirm': confirmIntent,
  'POST /v1/payment_intents/{id}/cancel': cancelIntent,
  'POST /v1/refunds': makeRefund,
  'GET /v1/refunds': listOf('refund'),
  'GET /v1/disputes/{id}': readDispute,
  'POST /v1/disputes/{id}': answerDispute,
  'POST /v1/transfers': makeTransfer,
  'GET /v1/transfers': listOf('transfer'),
  'GET /v1/balance_transactions': listOf('balance_transaction'),
  'GET /v1/payouts/{id}': readPayout,
  ...accountAnswers,
}
