import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { newToken } from '#server/platform/ids.ts'
import { formPage } from './form-page.ts'
import { hasCheckDigit, testCardOf } from './test-cards.ts'

export interface Sandbox {
  /** For the server's calls. */
  url: string
  /** `host:port`, for the allow-list of outgoing requests. */
  host: string
  /** The secret of the server's calls. */
  key: string
  /** Answers on another server too: the demo shows the form at a host name of its own. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Cards that are stored now, newest last. */
  cards(): readonly { customer: string; id: string; last4: string }[]
  stop(): Promise<void>
}

interface MadeToken {
  number: string
  exp_month: number
  exp_year: number
  made_ms: number
  used: boolean
}

interface StoredCard {
  customer: string
  id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

interface State {
  now: () => number
  key: string
  tokens: Map<string, MadeToken>
  cards: Map<string, StoredCard>
  /** Answers by idempotency key: a wish that comes twice is carried out once. */
  answered: Map<string, { wish: string; status: number; body: object }>
}

const publicKey = 'pk_sandbox'
const tokenLife_ms = 10 * 60_000
const longestBody = 16 * 1024

/** A payment gateway that moves no money: a real server on loopback with its own form, test cards and refusals. */
export async function startSandbox(options: { now: () => number }): Promise<Sandbox> {
  const state: State = {
    now: options.now,
    key: `sk_sandbox_${newToken()}`,
    tokens: new Map(),
    cards: new Map(),
    answered: new Map(),
  }
  const handle: Sandbox['handle'] = (request, response) => {
    answer(state, request, response).catch(() => send(response, 500, refusal('api_error')))
  }
  const server: Server = createServer(handle)
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    key: state.key,
    handle,
    cards: () => [...state.cards.values()],
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const refusal = (code: string): object => ({ error: { code } })

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  if (request.method === 'GET' && url.pathname === '/card-form') return sendForm(url, response)
  if (request.method !== 'POST') return send(response, 404, refusal('not_found'))
  const body = await readJson(request)
  if (body === undefined) return send(response, 400, refusal('invalid_request'))
  const bearer = request.headers.authorization?.replace(/^Bearer /, '')
  if (url.pathname === '/v1/tokens') {
    if (bearer !== publicKey) return send(response, 401, refusal('unauthorized'))
    return sendResult(response, makeToken(state, body))
  }
  if (bearer !== state.key) return send(response, 401, refusal('unauthorized'))
  const wish = `${url.pathname} ${JSON.stringify(body)}`
  const idempotencyKey = String(request.headers['idempotency-key'] ?? newToken())
  const before = state.answered.get(idempotencyKey)
  if (before) {
    return before.wish === wish
      ? send(response, before.status, before.body)
      : send(response, 400, refusal('idempotency_error'))
  }
  const result = answerCall(state, url.pathname, body)
  state.answered.set(idempotencyKey, { wish, ...result })
  sendResult(response, result)
}

interface Result {
  status: number
  body: object
}
const sendResult = (response: ServerResponse, { status, body }: Result): void => send(response, status, body)
const refuse = (code: string, status = 402): Result => ({ status, body: refusal(code) })

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.length > longestBody) return undefined
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const card = z.object({ number: z.string(), exp_month: z.int(), exp_year: z.int(), cvc: z.string() })

function makeToken(state: State, body: unknown): Result {
  const given = card.safeParse(body)
  if (!given.success) return refuse('invalid_request', 400)
  const { number, exp_month, exp_year, cvc } = given.data
  const now_ms = state.now()
  if (!hasCheckDigit(number)) return refuse('incorrect_number')
  if (!testCardOf(number)) return refuse('test_cards_only')
  // Good until the end of its month.
  const isOver = exp_month < 1 || exp_month > 12 || Date.UTC(exp_year, exp_month, 1) <= now_ms
  if (isOver || exp_year > 2100) return refuse('invalid_expiry')
  if (!/^\d{3,4}$/.test(cvc)) return refuse('invalid_cvc')
  const id = `tok_${newToken()}`
  state.tokens.set(id, { number, exp_month, exp_year, made_ms: now_ms, used: false })
  return { status: 200, body: { id } }
}

const cardWish = z.object({ customer: z.string().nullable(), name: z.string(), email: z.string(), token: z.string() })
const removal = z.object({ customer: z.string(), id: z.string() })

function answerCall(state: State, path: string, body: unknown): Result {
  if (path === '/v1/cards') {
    const wish = cardWish.safeParse(body)
    return wish.success ? storeCard(state, wish.data) : refuse('invalid_request', 400)
  }
  if (path !== '/v1/cards/remove') return refuse('not_found', 404)
  const wish = removal.safeParse(body)
  if (!wish.success) return refuse('invalid_request', 400)
  return { status: 200, body: { removed: state.cards.delete(wish.data.id) } }
}

function storeCard(state: State, { customer, token }: z.output<typeof cardWish>): Result {
  const made = state.tokens.get(token)
  if (!made || state.now() > made.made_ms + tokenLife_ms) return refuse('resource_missing')
  if (made.used) return refuse('token_already_used')
  made.used = true
  const { brand, refusal: code } = testCardOf(made.number)!
  if (code) return refuse(code)
  const { exp_month, exp_year, number } = made
  const stored = {
    customer: customer ?? `cus_${newToken().slice(0, 16)}`,
    id: `card_${newToken().slice(0, 16)}`,
    brand,
    last4: number.slice(-4),
    exp_month,
    exp_year,
  }
  state.cards.set(stored.id, stored)
  return { status: 200, body: stored }
}

/** May be framed by any page: it tells nobody but the one it was made for. */
function sendForm(url: URL, response: ServerResponse): void {
  const parent = url.searchParams.get('parent') ?? ''
  if (!URL.canParse(parent)) return send(response, 400, refusal('invalid_request'))
  const nonce = newToken()
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors http: https:`,
  })
  const look = {
    language: url.searchParams.get('lang') === 'ar' ? ('ar' as const) : ('en' as const),
    theme: url.searchParams.get('theme') === 'dark' ? ('dark' as const) : ('light' as const),
    parent: new URL(parent).origin,
    publicKey,
  }
  response.end(formPage(look, nonce))
}
