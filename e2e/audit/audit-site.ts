import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { auditCases, type AuditCase } from './audit-cases.ts'

interface AuditOptions {
  url: string
  cases?: readonly AuditCase[]
  /** How long a page may take until its pixel is quiet. */
  quiet_ms?: number
  /** Counts what is stored of visitors beside counts, and withdrawals that were asked for; absent where there is no database to read. */
  readDatabase?: () => Promise<{ hits: number; withdrawals: number }>
}

/** What one case did; no problem means that nothing was kept that should not be. */
export interface AuditLine {
  name: string
  problems: string[]
}

interface Body {
  k?: string
  p?: string
  i?: string
  v?: string
}

/** Drives a browser over a page once for each signal and rule, and reads network, cookies, storage and, if given, the database. */
export async function auditSite(browser: Browser, options: AuditOptions): Promise<AuditLine[]> {
  const lines: AuditLine[] = [await auditPlain(browser, options)]
  for (const one of options.cases ?? auditCases) {
    const problems = await auditCase(browser, options, one)
    lines.push({ name: one.name, problems })
  }
  return lines
}

/** A page on which the pixel is never heard proves nothing. Also: what the collecting host says of itself. */
async function auditPlain(browser: Browser, options: AuditOptions): Promise<AuditLine> {
  const { url, quiet_ms = 3_000, readDatabase } = options
  const earlier = await readDatabase?.()
  const visit = await open(browser, url, {})
  try {
    await until(() => visit.bodies.length > 0, quiet_ms * 3)
    if (earlier && visit.bodies.length > 0) await untilStored(options, earlier.hits)
    const problems: string[] = []
    if (visit.bodies.length === 0) problems.push('no pixel reported anything: there is nothing to audit')
    for (const origin of visit.origins) {
      const answer = await visit.context.request.get(`${origin}/.well-known/gpc.json`).catch(() => undefined)
      // A collector without a brand's pages, as on a host of its own, has none.
      const support = answer?.ok() ? ((await answer.json()) as { gpc?: unknown; lastUpdate?: string }) : undefined
      if (support && (support.gpc !== true || Number.isNaN(Date.parse(support.lastUpdate ?? ''))))
        problems.push(`${origin}/.well-known/gpc.json does not say that the signal is honored`)
    }
    return { name: 'no signal: the pixel is there', problems }
  } finally {
    await visit.context.close()
  }
}

async function auditCase(browser: Browser, options: AuditOptions, one: AuditCase): Promise<string[]> {
  const { url, quiet_ms = 3_000, readDatabase } = options
  const earlier = await readDatabase?.()
  const visit = await open(browser, url, one)
  try {
    const { page, bodies } = visit
    let id: string | undefined
    if (one.expects === 'withdrawal') {
      await until(() => bodies.some(({ i }) => i !== undefined), quiet_ms * 3)
      id = bodies.find(({ i }) => i !== undefined)?.v
      if (id === undefined) return ['the visitor was never known, so nothing could be withdrawn']
      if (earlier) await untilStored(options, earlier.hits)
      await page.evaluate(one.later!)
    }
    await pause(quiet_ms)
    const problems = [...problemsOfBodies(one, bodies, id), ...(await problemsOfDevice(visit, bodies))]
    const now = await readDatabase?.()
    if (earlier && now) problems.push(...problemsOfDatabase(one, earlier, now))
    return problems
  } finally {
    await visit.context.close()
  }
}

function problemsOfBodies(one: AuditCase, bodies: readonly Body[], id: string | undefined): string[] {
  const hits = bodies.filter(({ i }) => i !== undefined)
  if (one.expects === 'withdrawal') {
    const withdrawal = bodies.findIndex(({ p, v }) => p !== undefined && v === id)
    if (withdrawal < 0) return ['the server was not told to forget the visitor']
    return bodies.slice(withdrawal).some(({ i }) => i !== undefined) ? ['the visitor was reported after saying no'] : []
  }
  const problems = hits.length > 0 ? [`${hits.length} reports with an id were sent`] : []
  if (one.expects === 'silence' && bodies.length > hits.length) problems.push('something was sent')
  return problems
}

/** Only what says no may stay on the device. */
async function problemsOfDevice({ context, page }: Visit, bodies: readonly Body[]): Promise<string[]> {
  const cookies = await context.cookies()
  const storage = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((place) =>
      Object.entries(place).map(([name, value]) => [name, String(value)] as const),
    ),
  )
  const entries = [...cookies.map(({ name, value }) => [name, value] as const), ...storage]
  const ids = bodies.flatMap(({ v }) => v ?? [])
  return entries
    .filter(([name, value]) => name === '_lid' || ids.some((id) => value.includes(id)))
    .map(([name]) => `${name} stayed on the device`)
}

function problemsOfDatabase(
  one: AuditCase,
  before: { hits: number; withdrawals: number },
  now: typeof before,
): string[] {
  const expectedHits = one.expects === 'withdrawal' ? 1 : 0
  const problems: string[] = []
  if (now.hits - before.hits > expectedHits)
    problems.push(`${now.hits - before.hits - expectedHits} visits were stored`)
  if (one.expects === 'withdrawal' && now.withdrawals === before.withdrawals)
    problems.push('nothing makes the server forget the visitor')
  return problems
}

interface Visit {
  context: BrowserContext
  page: Page
  /** What the pixel posted. */
  bodies: Body[]
  /** Where it posted to. */
  origins: Set<string>
}

async function open(browser: Browser, url: string, one: Partial<AuditCase>): Promise<Visit> {
  const ofAddress: Record<string, string> = one.from === undefined ? {} : { 'X-Forwarded-For': one.from }
  const context = await browser.newContext({ extraHTTPHeaders: { ...one.headers, ...ofAddress } })
  const page = await context.newPage()
  if (one.before) await context.addInitScript(one.before)
  const visit: Visit = { context, page, bodies: [], origins: new Set() }
  page.on('request', (request) => note(visit, request))
  await page.goto(url, { waitUntil: 'load' })
  return visit
}

function note({ bodies, origins }: Visit, request: Request): void {
  const { origin, pathname } = new URL(request.url())
  if (pathname !== '/collect' || request.method() !== 'POST') return
  try {
    bodies.push(JSON.parse(request.postData() ?? '') as Body)
    origins.add(origin)
  } catch {
    // Somebody else's path of the same name.
  }
}

/** What a busy server stores late would be counted against the next case. */
const untilStored = ({ quiet_ms = 3_000, readDatabase }: AuditOptions, earlierHits: number): Promise<void> =>
  until(async () => (await readDatabase!()).hits > earlierHits, quiet_ms * 3)

async function until(isTrue: () => boolean | Promise<boolean>, longest_ms: number): Promise<void> {
  for (let waited_ms = 0; !(await isTrue()) && waited_ms < longest_ms; waited_ms += 50) await pause(50)
}
