import type { IncomingMessage, ServerResponse } from 'node:http'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { sendSpendingAlertsJob } from '#server/areas/leads/alerts/send-spending-alerts.ts'
import { matchSignals } from '#server/areas/leads/match/match-signals.ts'
import { retryDeclinedJob } from '#server/areas/payments/dunning/retry-declined.ts'
import { createPartitionsAround } from '#server/areas/tracking/maintain-partitions.ts'
import { maintainWalletsJob } from '#server/areas/wallet/maintain-wallets.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { signal } from '#server/platform/signals.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import type { Counts } from './commands/request-desk.ts'
import type { Mailbox } from './mailbox.ts'
import { deskPage } from './pages/desk-page.ts'
import type { DeskState, Sample } from './pages/desk-state.ts'
import { mailPage } from './pages/mail-page.ts'
import { sitePage } from './pages/site-page.ts'
import { readForm } from './read-form.ts'
import type { Receiver } from './receiver.ts'
import { feedSearches } from './searches/feed.ts'
import { pairAddress, signInAddress } from './sign-in/addresses.ts'
import { answerDoor } from './sign-in/door.ts'
import { createTickets, type Tickets } from './sign-in/tickets.ts'
import { isOwnOrigin, isReadFromOutside, isThisMachine, directHost } from './who-may-ask.ts'
import { wideCampaigns } from './wide/wide-campaigns.ts'
import type { World } from './wide/world-size.ts'
import { demoId, demoPersons, demoSeed, deskHost, paymentsHost } from './world.ts'
import { hasPerson } from './write-persons.ts'

const day_ms = 86_400_000

/** Sets the demo's clock this many days ahead of the machine's, for every process, including after restarts. */
export async function moveClock(platform: Platform, daysAhead: number): Promise<void> {
  const offset_ms = Math.round(daysAhead * day_ms)
  // Create partitions first, so that not even the first hit on the new day has to wait for one.
  await createPartitionsAround(platform.ownerPool, machineTime(platform.clock) + offset_ms)
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    await tx.query('update clock_offset set offset_ms = $1', [offset_ms])
    await signal(tx, { kind: 'clock', offset_ms })
  })
  platform.clock.setOffset(offset_ms)
}

export const daysAhead = (platform: Platform): number => platform.clock.offset() / day_ms

export interface Desk {
  world: World
  platform: Platform
  mailbox: Mailbox
  receiver: Receiver
  sandbox: Sandbox
  /** Percent of the demo's past that has been generated; null when complete. */
  readHistory(): Promise<number | null>
  /** A few people of the identity data. */
  samples: readonly Sample[]
  /** What to paste to connect each outside service. */
  services: Readonly<Record<string, string>>
  /** The people that each service stores as leads. */
  held(): Readonly<Record<string, readonly string[]>>
}

const siteHosts = new Set(wideCampaigns.map(({ siteHost }) => siteHost))

/**
 * Serves the demo's own hosts: the clients' websites and the desk. Passes every other host, and the pixel's paths, on
 * to the program. Only requests from this machine may use the desk, because it moves the clock.
 */
export function openDesk(given: Desk): (request: IncomingMessage, response: ServerResponse) => boolean {
  const desk = { ...given, tickets: createTickets(() => machineTime(given.platform.clock)) }
  return (request, response) => {
    const requestedHost = directHost(request)
    if (!requestedHost) return false
    const { host, port } = requestedHost
    if (siteHosts.has(host)) return answerSite(desk, request, response, { host, port })
    if (host === paymentsHost) {
      desk.sandbox.handle(request, response)
      return true
    }
    if (host !== deskHost) return answerDoor(desk, request, response, requestedHost)
    if (!isThisMachine(request)) return false
    answerDesk(desk, request, response, port).catch((error: unknown) => {
      desk.platform.log.error({ err: error }, 'the demo desk failed')
      response.writeHead(500).end()
    })
    return true
  }
}

const withPort = (host: string, port: number): string => `http://${host}${port === 80 ? '' : `:${port}`}`

function answerSite(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  { host, port }: { host: string; port: number },
): boolean {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const hash = searchParams.get('hem')?.toLowerCase()
  const html = sitePage({
    host,
    path: pathname,
    appOrigin: withPort('localhost', port),
    deskOrigin: withPort(deskHost, port),
    cameAs: desk.samples.find(({ md5 }) => md5 === hash)?.name ?? null,
  })
  if (!html || pathname === '/px.js' || pathname.startsWith('/collect')) return false
  sendHtml(response, html)
  return true
}

async function answerDesk(
  desk: Desk & { tickets: Tickets },
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0]!
  for (const [name, value] of Object.entries(deskHeaders)) response.setHeader(name, value)
  if (request.method === 'POST') {
    if (!isOwnOrigin(request)) return refuse(response, 'Only the demo desk’s own page can do that.')
    const form = await readForm(request)
    if (path === '/sign-in') return signIn(desk.tickets, form, response, port)
    const problem = await act(desk, path, form)
    if (problem) response.writeHead(400, { 'content-type': 'text/plain' }).end(problem)
    else response.writeHead(303, { location: '/' }).end()
    return
  }
  if (isReadFromOutside(request)) return refuse(response, 'Other pages cannot read the demo desk.')
  const [, folder, id] = path.split('/')
  const mail = folder === 'mail' ? desk.mailbox.messages().find((each) => each.id === Number(id)) : undefined
  if (mail) return sendHtml(response, mailPage({ ...mail, to: mail.to.join(', ') }))
  if (path === '/state') return sendJson(response, await readState(desk))
  if (path === '/counts') return sendJson(response, await readCounts(desk))
  if (path === '/pulse') return sendJson(response, await readPulse(desk))
  if (path !== '/') return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
  sendHtml(response, deskPage(await viewOf(desk, port)))
}

/** Forbids framing the desk, so that clickjacking cannot move its clock. */
const deskHeaders = {
  'x-demo-desk': '1',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const

const refuse = (response: ServerResponse, why: string): void =>
  void response.writeHead(403, { 'content-type': 'text/plain' }).end(why)

/** Redirects to the person's own host. The ticket follows the `#`, so it reaches no log and no Referer header. */
function signIn(tickets: Tickets, form: URLSearchParams, response: ServerResponse, port: number): void {
  const ticket = tickets.issue(form.get('email') ?? '', form.get('to') === 'pair' ? pairAddress : '/')
  if (!ticket) return void response.writeHead(400, { 'content-type': 'text/plain' }).end('Unknown demo person.')
  const location = `${withPort(ticket.host, port)}${signInAddress}#${ticket.ticket}`
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end()
}

/** Runs a button's action. Returns an error message, or undefined on success. */
async function act(desk: Desk, path: string, form: URLSearchParams): Promise<string | undefined> {
  if (path === '/receiver/stop') return void (await desk.receiver.stop())
  if (path === '/receiver/start') return void (await desk.receiver.start())
  if (path === '/searches') return feed(desk, form)
  if (path === '/periods') return void (await closePeriodsJob.run(desk.platform, {}))
  if (path === '/due') return runDueJobs(desk)
  if (path === '/alerts') return void (await sendSpendingAlertsJob.run(desk.platform, {}))
  if (path !== '/clock') return 'Unknown action.'
  const days = Number(form.get('days') ?? Number.NaN)
  // Days are added to the current offset; zero resets the clock to the machine's time.
  const daysAheadThen = days === 0 ? 0 : daysAhead(desk.platform) + days
  if (!(Math.abs(daysAheadThen) <= maxDaysAhead)) return `The clock can be at most ${maxDaysAhead} days ahead.`
  await moveClock(desk.platform, daysAheadThen)
  return undefined
}

/** Runs the other daily jobs besides closing periods, right away. */
async function runDueJobs({ platform }: Desk): Promise<undefined> {
  await retryDeclinedJob.run(platform, {})
  await maintainWalletsJob.run(platform, {})
}

const maxDaysAhead = 36_500
const maxSearches = 10_000

/** Adds new searches by the demo's people and matches them at once. */
async function feed({ platform }: Desk, form: URLSearchParams): Promise<string | undefined> {
  const count = Number(form.get('count') ?? 50)
  if (!Number.isInteger(count) || count < 1 || count > maxSearches) return `Enter 1 to ${maxSearches} searches.`
  await feedSearches(platform, count, Number(form.get('seed') ?? machineTime(platform.clock) % 2 ** 31))
  await matchSignals(platform)
  return undefined
}

/** A JSON version of the page, for scripts and tests. */
const readState = async (desk: Desk): Promise<object> => ({
  now: desk.platform.clock.now(),
  history: await desk.readHistory(),
  receiver_url: desk.receiver.url,
  receiver_running: desk.receiver.running(),
  received: desk.receiver.received(),
  mails: desk.mailbox.messages(),
  samples: desk.samples,
  services: desk.services,
  held: desk.held(),
})

/** The counts that the command-line tools read. */
const readCounts = async ({ platform, receiver, readHistory }: Desk): Promise<Counts> => ({
  now: platform.clock.now(),
  daysAhead: daysAhead(platform),
  history: await readHistory(),
  whole: (await readHistory()) === null && (await hasPerson(platform.identityPool, demoSeed, demoPersons - 1)),
  receiver_running: receiver.running(),
  reasons: await readReasons(platform),
})

async function readReasons({ appPool }: Platform): Promise<Record<string, number>> {
  const { rows } = await inScope(
    appPool,
    { kind: 'root', rootId: demoId('Leadloom') },
    (tx) =>
      tx.query<{ reason: string; count: number }>(
        'select reason, sum(count)::bigint as count from visit_count group by reason',
      ),
    { readOnly: true },
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}

/** A value that changes whenever the page does. */
const readPulse = async (desk: Desk): Promise<object> => ({
  minute: clockText(desk),
  history: await desk.readHistory(),
  receiver_running: desk.receiver.running(),
  received: desk.receiver.received()[0] ?? null,
  mail: desk.mailbox.messages()[0]?.id ?? 0,
  held: Object.values(desk.held()).map(({ length }) => length),
})

const timeText = (at_ms: number): string => new Date(at_ms).toISOString().replace('T', ' ').slice(0, 19)
const clockText = ({ platform }: Desk): string => timeText(platform.clock.now()).slice(0, 16)

const viewOf = async (desk: Desk, port: number): Promise<DeskState> => ({
  world: desk.world,
  origin: (host) => withPort(host, port),
  clockText: clockText(desk),
  daysAhead: Math.round(daysAhead(desk.platform)),
  history: await desk.readHistory(),
  samples: desk.samples,
  services: desk.services,
  held: Object.entries(desk.held()).map(([name, people]) => [name, people.length] as const),
  received: desk.receiver.received().map(({ at_ms, id, verified }) => ({ at: timeText(at_ms), id, verified })),
  receiverRunning: desk.receiver.running(),
  mails: desk.mailbox
    .messages()
    .map(({ id, at_ms, subject, to }) => ({ id, at: timeText(at_ms), subject, to: to.join(', ') })),
})

function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html)
}

function sendJson(response: ServerResponse, value: object): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value))
}
