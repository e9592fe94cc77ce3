import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newToken } from '#server/platform/ids.ts'
import { answers } from './answer-stripe-calls.ts'
import { readBody } from './check-body.ts'
import { BadRequest, readRequest } from './check-request.ts'
import { StripeError } from './find-object.ts'
import { enter, enterIntent, reverseTransfer } from './stripe-entries.ts'
import { endPayout, itemizePayout, payOut, type PayoutEnd } from './stripe-payouts.ts'
import { moveAccount } from './stripe-accounts.ts'
import { makeObject, partitionOf, type AccountMove, type StripeBooks, type StripeObject } from './stripe-books.ts'

/** An event that Stripe would send, oldest first. */
interface Happened {
  type: string
  object: StripeObject
  /** The connected account where it happened; '' for the platform's own. */
  account: string
}

export interface StripeStandIn {
  url: string
  /** `host:port`, for OUTGOING_ALLOW. */
  host: string
  secretKey: string
  publishableKey: string
  /** The signing secret of events. */
  webhookSecret: string
  /** Every object of a type, of one account or of the platform's own. */
  objects(kind: string, account?: string): StripeObject[]
  happened: Happened[]
  /** Requests that did not match their description. */
  refused: string[]
  /** Sets the initial status of refunds. */
  setRefunds(status: 'succeeded' | 'pending'): void
  /** Sets whether the operator's balance is too empty for transfers. */
  setEmpty(isEmpty: boolean): void
  /** Takes back a transfer, or part of it, as its owner can on Stripe's pages. */
  reverseTransfer(id: string, amount_cents: number): void
  /** Settles a pending refund. */
  endRefund(id: string, account: string, status: 'succeeded' | 'failed'): void
  /** Decides a dispute for the bank: with `won` the money comes back. */
  decideDispute(id: string, account: string, status: 'won' | 'lost'): void
  /** The payer's answer on their bank's page. */
  answerBank(id: string, account: string, isConfirmed: boolean): void
  /** A payment to an account that its owner requested outside of our product. */
  sellElsewhere(account: string, amount_cents: number): void
  /** Pays out an account's whole balance to its bank; automatic by default. */
  payOut(account: string, fields?: Record<string, unknown>): StripeObject
  /** Settles a payout. */
  endPayout(id: string, account: string, end: PayoutEnd): void
  /** From now on, the payout's entries can be listed. */
  itemizePayout(id: string, account: string): void
  /** Every connected account, whichever API version created it. */
  accounts(): StripeObject[]
  /** Changes an account's state and sends the event. */
  moveAccount(id: string, move: AccountMove): void
  /** Sets fields of an account without sending an event. */
  setAccount(id: string, fields: Record<string, unknown>): void
  stop(): Promise<void>
}

const version = '2026-10-28.endive'
const longestBody = 64 * 1024

interface StandInOptions {
  now: () => number
  /** 0: any free port. */
  port?: number
}

/** A loopback server that implements Stripe's API: each request is validated against Stripe's own description of it. */
export async function startStripeStandIn({ now, port: wantedPort = 0 }: StandInOptions): Promise<StripeStandIn> {
  const events: Happened[] = []
  const refusals: string[] = []
  const books: StripeBooks = {
    now,
    partitions: new Map(),
    answered: new Map(),
    paidOut: new Map(),
    links: new Map(),
    refundStatus: 'succeeded',
    isEmpty: false,
    happened: (type, object, account) => void events.push({ type, object: structuredClone(object), account }),
  }
  const keys = { secretKey: `rk_test_${letters()}`, publishableKey: `pk_test_${letters()}` }
  const webhookSecret = `whsec_${letters()}`
  const server = createServer((request, response) => {
    answer(books, keys, refusals, request).then(
      ({ status, body }) => send(response, status, body),
      () => send(response, 500, { error: { type: 'api_error' } }),
    )
  })
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(wantedPort, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    ...keys,
    webhookSecret,
    objects: (kind, account = '') =>
      [...partitionOf(books, account).objects.values()].filter(({ object }) => object === kind),
    happened: events,
    refused: refusals,
    setRefunds(status) {
      books.refundStatus = status
    },
    setEmpty(isEmpty) {
      books.isEmpty = isEmpty
    },
    reverseTransfer: (id, amount) => reverseTransfer(books, id, amount),
    endRefund(id, account, status) {
      const refund = partitionOf(books, account).objects.get(id)!
      Object.assign(refund, { status, ...(status === 'failed' ? { failure_reason: 'insufficient_funds' } : {}) })
      if (status === 'failed')
        enter(books, account, { type: 'refund_failure', source: id, amount: Number(refund['amount']) })
      books.happened(status === 'failed' ? 'refund.failed' : 'refund.updated', refund, account)
    },
    decideDispute: (id, account, status) => decideDispute(books, id, account, status),
    answerBank: (id, account, isConfirmed) => answerBank(books, id, account, isConfirmed),
    sellElsewhere: (account, amount) =>
      enterIntent(books, account, makeObject(books, account, 'payment_intent', 'pi', { amount, status: 'succeeded' })),
    payOut: (account, fields) => payOut(books, account, fields),
    endPayout: (id, account, end) => endPayout(books, id, account, end),
    itemizePayout: (id, account) => itemizePayout(books, id, account),
    accounts: () =>
      [...partitionOf(books, '').objects.values()].filter(({ object }) => /^(v2\.core\.)?account$/.test(object)),
    moveAccount: (id, move) => moveAccount(books, id, move),
    setAccount: (id, fields) => void Object.assign(partitionOf(books, '').objects.get(id)!, fields),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function answerBank(books: StripeBooks, id: string, account: string, isConfirmed: boolean): void {
  const intent = partitionOf(books, account).objects.get(id)!
  // It may have been canceled meanwhile.
  if (intent['status'] !== 'requires_action') return
  const error = { type: 'card_error', code: 'payment_intent_authentication_failure' }
  Object.assign(
    intent,
    isConfirmed
      ? { status: 'succeeded', next_action: null, amount_received: intent['amount'] }
      : { status: 'requires_payment_method', next_action: null, last_payment_error: error },
  )
  if (isConfirmed) enterIntent(books, account, intent)
  books.happened(isConfirmed ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent, account)
}

/** With `won` the money comes back; the fee does not. */
function decideDispute(books: StripeBooks, id: string, account: string, status: 'won' | 'lost'): void {
  const dispute = partitionOf(books, account).objects.get(id)!
  const transactions = dispute['balance_transactions'] as object[]
  const amount = Number(dispute['amount'])
  const back = status === 'won' ? [enter(books, account, { type: 'adjustment', source: id, amount })] : []
  Object.assign(dispute, { status, balance_transactions: [...transactions, ...back] })
  if (status === 'won') books.happened('charge.dispute.funds_reinstated', dispute, account)
  books.happened('charge.dispute.closed', dispute, account)
}

const letters = (): string =>
  newToken()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .padEnd(24, 'x')
    .slice(0, 24)

interface StubAnswer {
  status: number
  body: object
}

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${newToken().slice(0, 12)}` })
  response.end(JSON.stringify(body))
}

const stubAnswer = (status: number, code: string, param?: string): StubAnswer => ({
  status,
  body: { error: { type: 'invalid_request_error', code, param, message: `${code} ${param ?? ''}` } },
})

async function answer(
  books: StripeBooks,
  keys: { secretKey: string; publishableKey: string },
  refusals: string[],
  request: IncomingMessage,
): Promise<StubAnswer> {
  const method = request.method ?? 'GET'
  const { pathname: path, search } = new URL(request.url ?? '/', 'http://stripe')
  const text = method === 'GET' ? search.slice(1) : await readText(request)
  const bearer = request.headers.authorization?.replace(/^Bearer /, '')
  // Pages have the publishable key, which can only create tokens.
  if (bearer !== (path === '/v1/tokens' ? keys.publishableKey : keys.secretKey))
    return stubAnswer(401, 'api_key_invalid')
  // Version 2 of the API requires the version header.
  const asksVersion = request.headers['stripe-version'] ?? (isV2(path) ? '' : version)
  if (asksVersion !== version) return stubAnswer(400, 'api_version_invalid')
  const account = String(request.headers['stripe-account'] ?? '')
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? false
  const call = { method, path, account, text, isJson }
  const work = (): StubAnswer => run(books, refusals, call)
  return method === 'POST' ? answerOnce(books, String(request.headers['idempotency-key'] ?? ''), call, work) : work()
}

interface Sent {
  method: string
  path: string
  account: string
  text: string
  isJson: boolean
}

const isV2 = (path: string): boolean => path.startsWith('/v2/')

/**
 * Stores the first response of an executed request, including errors, but not of rejected ones. Version 2 stores no
 * errors: it retries.
 */
function answerOnce(
  books: StripeBooks,
  key: string,
  { path, account, text }: Sent,
  work: () => StubAnswer,
): StubAnswer {
  if (key === '') return work()
  const wish = `${account} ${path} ${text}`
  const answerKey = `${account} ${isV2(path) ? 'v2 ' : ''}${key}`
  const before = books.answered.get(answerKey)
  if (before)
    return before.wish === wish
      ? before
      : { status: 400, body: { error: { type: 'idempotency_error', message: 'reused' } } }
  const result = work()
  if (result.status === 200 || (!isV2(path) && result.status !== 400))
    books.answered.set(answerKey, { wish, ...result })
  return result
}

const idWithin = /^\/(?:v1\/(?:payment_methods|payment_intents|accounts|disputes|payouts)|v2\/core\/accounts)\/([^/]+)/

function run(books: StripeBooks, refusals: string[], { method, path, account, text, isJson }: Sent): StubAnswer {
  const id = idWithin.exec(path)?.[1] ?? ''
  const pattern = id === '' ? path : path.replace(id, '{id}')
  const work = answers[`${method} ${pattern}`]
  if (!work) return stubAnswer(404, 'resource_missing', path)
  try {
    if (method === 'POST' && isJson !== isV2(path)) throw new BadRequest('parameter_invalid', 'content-type')
    // Most lookups by id take no parameters.
    const takesNothing = method === 'GET' && id !== '' && text === ''
    const wish = takesNothing
      ? {}
      : isJson && method === 'POST'
        ? readBody(method, pattern, text)
        : readRequest(method, pattern, new URLSearchParams(text))
    return { status: 200, body: work(books, { account, id, wish }) }
  } catch (thrown) {
    if (thrown instanceof StripeError) return { status: thrown.status, body: thrown.body }
    if (!(thrown instanceof BadRequest)) throw thrown
    refusals.push(`${method} ${pattern}: ${thrown.message}`)
    return stubAnswer(400, thrown.code, thrown.param)
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.length > longestBody) return ''
  }
  return text
}
