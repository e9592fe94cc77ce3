import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { frame } from '../pages/frame.ts'
import { pairPage } from '../pages/pair-page.ts'
import type { Sample } from '../pages/desk-state.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { readForm } from '../read-form.ts'
import { isOwnOrigin, isThisMachine } from '../who-may-ask.ts'
import { hostOf, wideUsers } from '../world.ts'
import { logIn, type HostAndPort } from './log-in.ts'
import { pairAddress, signInAddress } from './addresses.ts'
import type { Tickets } from './tickets.ts'

interface DoorParts {
  platform: Platform
  tickets: Tickets
  samples: readonly Sample[]
}

const hosts = new Set(wideUsers.map(hostOf))

/**
 * Serves the demo's own two paths on the hosts where its people sign in, not on the desk's, because a session belongs
 * to its host. Returns true if it handled the request; the program handles all others.
 */
export function answerDoor(
  parts: DoorParts,
  request: IncomingMessage,
  response: ServerResponse,
  door: HostAndPort,
): boolean {
  const path = (request.url ?? '/').split('?')[0]!
  if (!hosts.has(door.host) || !isThisMachine(request) || (path !== signInAddress && path !== pairAddress)) return false
  if (path === pairAddress && request.method === 'GET')
    sendPage(response, pairPage(parts.samples, door.port), door.port)
  else if (path === signInAddress && request.method === 'GET') sendPage(response, signInPage(door), door.port)
  else if (path === signInAddress && request.method === 'POST' && isOwnOrigin(request))
    takeTicket(parts, request, response, door).catch((error: unknown) => {
      parts.platform.log.error({ err: error }, 'a sign-in from the demo desk failed')
      response.writeHead(500).end()
    })
  else response.writeHead(403, { 'content-type': 'text/plain' }).end('Only the demo desk’s own page can do that.')
  return true
}

async function takeTicket(
  { platform, tickets }: DoorParts,
  request: IncomingMessage,
  response: ServerResponse,
  door: HostAndPort,
): Promise<void> {
  const entry = tickets.spend((await readForm(request)).get('ticket') ?? '', door.host)
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  if (!entry) return void response.writeHead(403, headers).end('{}')
  const { status, body, cookies } = await logIn(door, entry.user, request, machineTime(platform.clock))
  response
    .writeHead(status, { ...headers, 'set-cookie': cookies })
    .end(JSON.stringify({ answer: body, next: entry.next, email: entry.user.email }))
}

/** Allows only its own script and style, by nonce, and frames of the clients' sites and the host itself. */
function sendPage(response: ServerResponse, page: { title: string; style: string; body: string }, port: number): void {
  const nonce = randomBytes(16).toString('base64')
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; connect-src 'self'; frame-src 'self' http://*.localhost:${port}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    .end(frame(page.title, page.style, page.body).replaceAll(/<(script|style)>/g, `<$1 nonce="${nonce}">`))
}
