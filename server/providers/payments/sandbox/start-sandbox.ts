import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newToken } from '#server/platform/ids.ts'
import { answerCall, answerLookUp, makeToken } from './answer-calls.ts'
import { showConnectPage, handleConnectForm } from './connect-page.ts'
import { showConfirmPage, handleConfirmForm } from './confirm-page.ts'
import { formPage } from './form-page.ts'
import {
  openBooks,
  type SandboxCharge,
  type SandboxDispute,
  type SandboxPayout,
  type SandboxRefund,
  type SandboxTransfer,
  type SandboxBooks,
} from './sandbox-books.ts'
import { readText, refuse, sendJson, sendResult } from './wire.ts'
import { loopbackAddress, loopbackHost } from '#server/platform/loopback.ts'

export interface Sandbox {
  /** For the server's calls. */
  url: string
  /** `host:port`, for the allow-list of outgoing requests. */
  host: string
  /** The secret of the server's calls. */
  key: string
  /** Serves another HTTP server too: the demo shows the form on a host name of its own. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Cards that are currently stored, newest last. */
  cards(): readonly { customer: string; id: string; last4: string }[]
  /** All refunds. */
  refunds(): readonly SandboxRefund[]
  /** All disputes. */
  disputes(): readonly SandboxDispute[]
  /** All transfers to connected accounts. */
  transfers(): readonly SandboxTransfer[]
  /** All payouts to banks. */
  payouts(): readonly SandboxPayout[]
  /** All requested charges, including declined ones. */
  charges(): readonly SandboxCharge[]
  stop(): Promise<void>
}

const publicKey = 'pk_sandbox'

/**
 * A payment gateway that moves no money: a real server on loopback with its own form, test cards and declines. With a
 * file it still has its cards, charges and accounts after a restart.
 */
export async function startSandbox(options: { now: () => number; file?: string }): Promise<Sandbox> {
  const books = openBooks(options)
  const key = `sk_sandbox_${newToken()}`
  const handle: Sandbox['handle'] = (request, response) => {
    answer(books, key, request, response).catch(() => sendResult(response, refuse('api_error', 500)))
  }
  const server: Server = createServer(handle)
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(0, loopbackAddress, ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${loopbackHost}:${port}`,
    host: `${loopbackHost}:${port}`,
    key,
    handle,
    cards: () => [...books.cards.values()],
    refunds: () => [...books.refunds.values()],
    disputes: () => [...books.disputes.values()],
    transfers: () => [...books.transfers.values()],
    payouts: () => [...books.payouts.values()],
    charges: () => [...books.charges.values()],
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function answer(
  books: SandboxBooks,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const bearer = request.headers.authorization?.replace(/^Bearer /, '')
  if (url.pathname === '/connect') {
    return request.method === 'POST'
      ? handleConnectForm(books, await readText(request), response)
      : showConnectPage(books, url, response)
  }
  if (url.pathname === '/confirm') {
    return request.method === 'POST'
      ? handleConfirmForm(books, await readText(request), response)
      : showConfirmPage(books, url, response)
  }
  if (request.method === 'GET' && url.pathname === '/card-form') return sendForm(url, response)
  if (request.method === 'GET' && bearer === key) return sendResult(response, answerLookUp(books, url))
  if (request.method !== 'POST') return sendResult(response, refuse('not_found', 404))
  const body = asJson(await readText(request))
  if (body === undefined) return sendResult(response, refuse('invalid_request', 400))
  if (url.pathname === '/v1/tokens') {
    return sendResult(response, bearer === publicKey ? makeToken(books, body) : refuse('unauthorized', 401))
  }
  if (bearer !== key) return sendResult(response, refuse('unauthorized', 401))
  const wish = `${url.pathname} ${JSON.stringify(body)}`
  const idempotencyKey = String(request.headers['idempotency-key'] ?? newToken())
  const before = books.answered.get(idempotencyKey)
  if (before) return sendResult(response, before.wish === wish ? before : refuse('idempotency_error', 400))
  const result = answerCall(books, url.pathname, body)
  books.answered.set(idempotencyKey, { wish, ...result })
  books.save()
  sendResult(response, result)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** May be framed by any page: it only sends messages to the page it was created for. */
async function sendForm(url: URL, response: ServerResponse): Promise<void> {
  const parent = url.searchParams.get('parent') ?? ''
  if (!URL.canParse(parent)) return sendJson(response, 400, { error: { code: 'invalid_request' } })
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
  response.end(await formPage(look, nonce))
}
