import { z } from 'zod'
import { newToken } from '#server/platform/ids.ts'
import { payOutBalances } from './payouts.ts'
import {
  enter,
  enterCharge,
  recordEvent,
  type SandboxCharge,
  type SandboxDispute,
  type SandboxRefund,
  type SandboxBooks,
} from './sandbox-books.ts'
import { hasCheckDigit, testCardOf } from './test-cards.ts'
import { refuse, type Result } from './wire.ts'

const tokenLife_ms = 10 * 60_000

const newName = (kind: string): string => `${kind}_${newToken().slice(0, 16)}`

const typedCard = z.object({ number: z.string(), exp_month: z.int(), exp_year: z.int(), cvc: z.string() })

/** Creates a token from the form's card number. */
export function makeToken(books: SandboxBooks, body: unknown): Result {
  const input = typedCard.safeParse(body)
  if (!input.success) return refuse('invalid_request', 400)
  const { number, exp_month, exp_year, cvc } = input.data
  const now_ms = books.now()
  if (!hasCheckDigit(number)) return refuse('incorrect_number')
  if (!testCardOf(number)) return refuse('test_cards_only')
  // Valid until the end of its month.
  const isOver = exp_month < 1 || exp_month > 12 || Date.UTC(exp_year, exp_month, 1) <= now_ms
  if (isOver || exp_year > 2100) return refuse('invalid_expiry')
  if (!/^\d{3,4}$/.test(cvc)) return refuse('invalid_cvc')
  const id = `tok_${newToken()}`
  books.tokens.set(id, { number, exp_month, exp_year, made_ms: now_ms, used: false })
  return { status: 200, body: { id } }
}

/** Handles a call from the server, by path. */
export function answerCall(books: SandboxBooks, path: string, body: unknown): Result {
  switch (path) {
    case '/v1/cards':
      return run(cardWish, body, (request) => storeCard(books, request))
    case '/v1/cards/remove':
      return run(removal, body, ({ id }) => ({ status: 200, body: { removed: books.cards.delete(id) } }))
    case '/v1/charges':
      return run(chargeWish, body, (request) => makeCharge(books, request))
    case '/v1/charges/confirm':
      return run(confirmation, body, (request) => makeConfirmation(books, request))
    case '/v1/charges/withdraw':
      return run(withdrawal, body, (request) => withdraw(books, request.attempt))
    case '/v1/refunds':
      return run(refundWish, body, (request) => makeRefund(books, request))
    case '/v1/disputes/evidence':
      return run(evidenceWish, body, (request) => answerDispute(books, request))
    case '/v1/transfers':
      return run(transferWish, body, (request) => makeTransfer(books, request))
    case '/v1/accounts':
      return run(accountWish, body, (request) => makeAccount(books, request))
    case '/v1/account-links':
      return run(linkWish, body, (request) => makeLink(books, request))
    default:
      return refuse('not_found', 404)
  }
}

/** Handles GET requests: an attempt's charge, an account. */
export function answerLookUp(books: SandboxBooks, url: URL): Result {
  if (url.pathname === '/v1/charges') {
    const charge = books.charges.get(url.searchParams.get('attempt') ?? '')
    return charge ? { status: 200, body: charge } : refuse('resource_missing', 404)
  }
  if (url.pathname === '/v1/refunds') {
    const refund = books.refunds.get(url.searchParams.get('refund') ?? '')
    return refund ? { status: 200, body: refund } : refuse('resource_missing', 404)
  }
  if (url.pathname === '/v1/disputes') {
    const dispute = books.disputes.get(url.searchParams.get('id') ?? '')
    return dispute
      ? { status: 200, body: { ...dispute, place: books.charges.get(dispute.attempt)?.place } }
      : refuse('resource_missing', 404)
  }
  if (url.pathname === '/v1/payouts') {
    const payout = books.payouts.get(url.searchParams.get('id') ?? '')
    return payout ? { status: 200, body: payout } : refuse('resource_missing', 404)
  }
  if (url.pathname === '/v1/events') {
    // Polling for events makes the sandbox's time pass.
    payOutBalances(books)
    const after = url.searchParams.get('after') ?? ''
    return { status: 200, body: { data: [...books.events.values()].filter(({ id }) => id > after).slice(0, 100) } }
  }
  if (url.pathname === '/v1/balance') {
    const account = url.searchParams.get('account')
    const since_ms = Number(url.searchParams.get('since'))
    const after = url.searchParams.get('after')
    const payout = url.searchParams.get('payout')
    const all = [...books.entries.values()]
      .filter((entry) => entry.account === account && (payout === null || entry.payout === payout))
      .filter((entry) => entry.created_ms >= since_ms && (after === null || entry.id < after))
      .toReversed()
    return { status: 200, body: { data: all.slice(0, 100), has_more: all.length > 100 } }
  }
  if (url.pathname === '/v1/transfers') {
    const transfer = books.transfers.get(url.searchParams.get('transfer') ?? '')
    return transfer ? { status: 200, body: transfer } : refuse('resource_missing', 404)
  }
  const account = url.pathname === '/v1/accounts' ? books.accounts.get(url.searchParams.get('id') ?? '') : undefined
  return account ? { status: 200, body: account } : refuse('resource_missing', 404)
}

function run<S extends z.ZodType>(schema: S, body: unknown, work: (request: z.output<S>) => Result): Result {
  const input = schema.safeParse(body)
  return input.success ? work(input.data) : refuse('invalid_request', 400)
}

const cardWish = z.object({
  customer: z.string().nullable(),
  account: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  token: z.string(),
})
const removal = z.object({ customer: z.string(), id: z.string() })

function storeCard(books: SandboxBooks, { customer, account, token }: z.output<typeof cardWish>): Result {
  const tokenEntry = books.tokens.get(token)
  if (!tokenEntry || books.now() > tokenEntry.made_ms + tokenLife_ms) return refuse('resource_missing')
  if (tokenEntry.used) return refuse('token_already_used')
  tokenEntry.used = true
  const { brand, refusal, decline, dispute } = testCardOf(tokenEntry.number)!
  if (refusal) return refuse(refusal)
  const { exp_month, exp_year, number } = tokenEntry
  const card = {
    customer: customer ?? newName('cus'),
    id: newName('card'),
    brand,
    last4: number.slice(-4),
    exp_month,
    exp_year,
    account,
    decline: decline ?? null,
    dispute: dispute ?? null,
  }
  books.cards.set(card.id, card)
  return { status: 200, body: card }
}

const chargeWish = z.object({
  attempt: z.string().min(1),
  amount: z.int().min(50),
  fee: z.int().min(0),
  account: z.string().nullable(),
  customer: z.string(),
  card: z.string(),
  place: z.object({ root: z.string(), agency: z.string(), charge: z.string() }).optional(),
})

function makeCharge(books: SandboxBooks, request: z.output<typeof chargeWish>): Result {
  const card = books.cards.get(request.card)
  if (!card || card.customer !== request.customer) return refuse('resource_missing', 404)
  if (request.account !== null && books.accounts.get(request.account)?.state !== 'completed')
    return refuse('account_invalid', 403)
  const { attempt, amount, fee, account, place } = request
  const asksPayer = card.decline === 'authentication_required'
  const status = card.decline === null ? 'succeeded' : asksPayer ? 'asks_payer' : 'declined'
  const charge: SandboxCharge = {
    id: newName('ch'),
    attempt,
    account,
    amount,
    fee,
    status,
    decline: card.decline,
    place,
  }
  books.charges.set(attempt, charge)
  if (status === 'succeeded') enterCharge(books, charge)
  if (status === 'succeeded' && card.dispute) openDispute(books, charge, card.dispute)
  return status !== 'declined'
    ? { status: 200, body: charge }
    : refuse('card_declined', 402, { decline_code: card.decline, charge: charge.id })
}

const confirmation = z.object({ attempt: z.string(), return_url: z.url() })

function makeConfirmation(books: SandboxBooks, { attempt, return_url }: z.output<typeof confirmation>): Result {
  if (books.charges.get(attempt)?.status !== 'asks_payer') return { status: 200, body: { path: null } }
  const link = newToken()
  books.confirmations.set(link, { attempt, returnUrl: return_url })
  return { status: 200, body: { path: `/confirm?link=${link}` } }
}

const withdrawal = z.object({ attempt: z.string() })

function withdraw(books: SandboxBooks, attempt: string): Result {
  const charge = books.charges.get(attempt)
  if (!charge) return refuse('resource_missing', 404)
  if (charge.status === 'asks_payer') {
    charge.status = 'declined'
    books.save()
  }
  return { status: 200, body: charge }
}

const refundWish = z.object({ refund: z.string(), attempt: z.string(), amount: z.int().min(1) })

function makeRefund(books: SandboxBooks, { refund, attempt, amount }: z.output<typeof refundWish>): Result {
  const charge = books.charges.get(attempt)
  if (charge?.status !== 'succeeded') return refuse('charge_not_refundable', 400)
  const before = [...books.refunds.values()].filter((one) => one.attempt === attempt)
  if (before.reduce((sum, one) => sum + one.amount, amount) > charge.amount) return refuse('amount_too_large', 400)
  const entry = { id: newName('re'), refund, attempt, amount }
  books.refunds.set(refund, entry)
  enterRefund(books, charge, entry, before)
  return { status: 200, body: entry }
}

/** Refunds the operator's share in proportion to the total refunded, minus what was refunded before. */
function enterRefund(
  books: SandboxBooks,
  { id: of, account, amount: returnedAmount, fee, place }: SandboxCharge,
  { id: source, amount }: SandboxRefund,
  before: readonly SandboxRefund[],
): void {
  const earlier = before.reduce((sum, one) => sum + one.amount, 0)
  const partOf = (back: number): number => Math.floor((fee * back) / returnedAmount)
  const share = partOf(earlier + amount) - partOf(earlier)
  const root = place?.root ?? null
  enter(books, { kind: 'refund', account, source, of, root, party: null, amount: share - amount })
  if (share > 0)
    enter(books, {
      kind: 'share_refund',
      account: null,
      source: `fr_${source}`,
      of: `fee_${of}`,
      root,
      party: account,
      amount: -share,
    })
}

const disputeFee = 1_500
const answerWithin_ms = 9 * 86_400_000

function openDispute(books: SandboxBooks, { attempt, account, amount }: SandboxCharge, reason: string): void {
  const opened_ms = books.now()
  const times = { opened_ms, due_ms: opened_ms + answerWithin_ms }
  const money = { amount, withdrawn: amount, fee: disputeFee }
  const id = newName('dp')
  const dispute = { id, attempt, account, reason, status: 'needs_response' as const, text: '', ...money, ...times }
  books.disputes.set(id, dispute)
  enterDispute(books, dispute, -amount - disputeFee)
  recordEvent(books, 'dispute.created', { dispute: id, account })
}

function enterDispute(books: SandboxBooks, { id, attempt, account }: SandboxDispute, amount: number): void {
  const charge = books.charges.get(attempt)
  const names = { source: id, of: charge?.id ?? '', root: charge?.place?.root ?? null, party: null }
  enter(books, { kind: 'dispute', account, ...names, amount })
}

const evidenceWish = z.object({ dispute: z.string(), text: z.string(), activity: z.string(), product: z.string() })

/** Banks take weeks. These two words decide immediately, as in real providers' test modes. */
function answerDispute(books: SandboxBooks, { dispute: id, text }: z.output<typeof evidenceWish>): Result {
  const dispute = books.disputes.get(id)
  if (!dispute) return refuse('resource_missing', 404)
  if (dispute.status !== 'needs_response' || books.now() > dispute.due_ms)
    return refuse('dispute_evidence_submission_error', 400)
  dispute.text = text
  dispute.status = text.includes('winning_evidence')
    ? 'won'
    : text.includes('losing_evidence')
      ? 'lost'
      : 'under_review'
  if (dispute.status === 'won') {
    enterDispute(books, dispute, dispute.withdrawn)
    dispute.withdrawn = 0
  }
  const type = dispute.status === 'under_review' ? 'dispute.updated' : 'dispute.closed'
  recordEvent(books, type, { dispute: id, account: dispute.account })
  return { status: 200, body: dispute }
}

const transferWish = z.object({ transfer: z.string().min(1), account: z.string(), amount: z.int().min(1) })

function makeTransfer(books: SandboxBooks, { transfer, account, amount }: z.output<typeof transferWish>): Result {
  if (books.accounts.get(account)?.state !== 'completed') return refuse('account_invalid', 403)
  const entry = { id: newName('tr'), transfer, account, amount }
  books.transfers.set(transfer, entry)
  const names = { source: entry.id, of: transfer, root: null, party: account }
  enter(books, { kind: 'transfer', account: null, ...names, amount: -amount })
  const arrival = { source: `py_${entry.id}`, of: entry.id, root: null, party: null }
  enter(books, { kind: 'transfer', account, ...arrival, amount })
  return { status: 200, body: entry }
}

const accountWish = z.object({
  owner: z.string(),
  kind: z.enum(['agency', 'sales']),
  name: z.string(),
  email: z.string(),
})

function makeAccount(books: SandboxBooks, { kind, name }: z.output<typeof accountWish>): Result {
  const account = { id: newName('acct'), kind, name, state: 'pending' as const }
  books.accounts.set(account.id, account)
  return { status: 200, body: account }
}

const linkWish = z.object({ account: z.string(), return_url: z.url(), refresh_url: z.url() })

function makeLink(books: SandboxBooks, { account, return_url }: z.output<typeof linkWish>): Result {
  if (!books.accounts.has(account)) return refuse('resource_missing', 404)
  const link = newToken()
  books.links.set(link, { account, returnUrl: return_url })
  return { status: 200, body: { path: `/connect?link=${link}` } }
}
