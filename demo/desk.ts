import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Platform } from '#server/platform/platform.ts'
import type { Mailbox } from './mailbox.ts'
import { daysAhead, moveClock } from './move-clock.ts'
import { deskPage, mailPage, sitePage } from './pages.ts'
import type { Receiver } from './receiver.ts'
import { campaigns } from './world.ts'

export const deskHost = 'demo.localhost'

export interface Desk {
  platform: Platform
  mailbox: Mailbox
  receiver: Receiver
  /** A few persons of the identity data, with the MD5 of their addresses. */
  samples: readonly { name: string; md5: string }[]
}

const siteHosts = new Set(campaigns.map(({ siteHost }) => siteHost))

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * Answers for the demo's own hosts: the clients' web sites and the desk. Leaves every other host, and the pixel's paths,
 * to the program. The desk moves clocks, so only this machine may use it.
 */
export function openDesk(desk: Desk): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const [host = '', port] = (request.headers.host ?? '').toLowerCase().split(':')
    if (siteHosts.has(host)) return answerSite(request, response, host, port)
    if (host !== deskHost) return false
    if (!loopback.has(request.socket.remoteAddress ?? '')) return false
    answerDesk(desk, request, response, port).catch((error: unknown) => {
      desk.platform.log.error({ err: error }, 'the demo desk failed')
      response.writeHead(500).end()
    })
    return true
  }
}

const withPort = (host: string, port: string | undefined): string => `http://${host}${port ? `:${port}` : ''}`

function answerSite(
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
  port: string | undefined,
): boolean {
  const path = (request.url ?? '/').split('?')[0]!
  const html = sitePage(host, path, withPort('localhost', port))
  if (!html) return false
  sendHtml(response, html)
  return true
}

async function answerDesk(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  port: string | undefined,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0]!
  if (request.method === 'POST') {
    await act(desk, path, await readForm(request))
    response.writeHead(303, { location: '/' }).end()
    return
  }
  const [, folder, id] = path.split('/')
  const mail = folder === 'mail' ? desk.mailbox.messages().find((each) => each.id === Number(id)) : undefined
  if (mail) return sendHtml(response, mailPage({ ...mail, to: mail.to.join(', ') }))
  if (path === '/state') return sendJson(response, readState(desk))
  if (path !== '/') return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
  sendHtml(response, deskPage(viewOf(desk, port)))
}

async function act(desk: Desk, path: string, form: URLSearchParams): Promise<void> {
  if (path === '/receiver/stop') await desk.receiver.stop()
  if (path === '/receiver/start') await desk.receiver.start()
  const days = Number(form.get('days'))
  // Days are added to where the clock stands; zero brings it back to the machine's time.
  if (path === '/clock' && Number.isFinite(days))
    await moveClock(desk.platform, days === 0 ? 0 : daysAhead(desk.platform) + days)
}

/** What scripts and tests read instead of the page. */
const readState = (desk: Desk): object => ({
  now: desk.platform.clock.now(),
  receiver_url: desk.receiver.url,
  receiver_running: desk.receiver.running(),
  received: desk.receiver.received(),
  mails: desk.mailbox.messages(),
  samples: desk.samples,
})

const viewOf = (desk: Desk, port: string | undefined): Parameters<typeof deskPage>[0] => ({
  origin: (host) => withPort(host, port),
  clockText: new Date(desk.platform.clock.now()).toISOString().replace('T', ' ').slice(0, 16),
  samples: desk.samples.map(({ name, md5 }) => ({
    name,
    link: `${withPort('plumbright.localhost', port)}/?hem=${md5}`,
  })),
  received: desk.receiver
    .received()
    .map(({ at_ms, id, verified }) => ({ at: new Date(at_ms).toISOString().slice(11, 19), id, verified })),
  receiverRunning: desk.receiver.running(),
  mails: desk.mailbox.messages().map(({ id, subject, to }) => ({ id, subject, to: to.join(', ') })),
})

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > 1_000) break
  }
  return new URLSearchParams(text)
}

function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html)
}

function sendJson(response: ServerResponse, value: object): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value))
}
