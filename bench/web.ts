import { chromium, type Browser } from 'playwright-core'
import { waitUntilFilled } from '#demo/commands/request-desk.ts'
import { browserArguments, findBrowser } from '../e2e/support/find-browser.ts'
import { startProgram } from '../e2e/support/program.ts'
import { median, printTable, quantile } from './support/figures.ts'
import { measureDashboard, signInClient, type DashboardVisit } from './web/dashboard-visit.ts'
import { measureLiveLeads } from './web/live-lead.ts'
import { measureLogin, type LoginVisit } from './web/login-visit.ts'

// How long a visitor waits for the login page on a slow connection, and how soon a lead is on the client's screen: the
// built program with its demo world, and real pages in a real browser.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const visits = Number(process.env['BENCH_VISITS'] ?? 24)

await main()

async function main(): Promise<void> {
  const program = await startProgram()
  // The demo's people are generated while it runs; wait, because these measurements need an idle world.
  await waitUntilFilled(program.port)
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments() })
  try {
    const [english, arabic] = await measureLogins(browser, program.port)
    reportLogins(english, arabic)
    const dashboard = await measureDashboards(browser, program.port)
    const live_ms = await measureLiveLeads(browser, program.port, visits)
    report(english, arabic, dashboard, live_ms)
  } finally {
    await browser.close()
    await program.stop()
  }
}

async function measureLogins(browser: Browser, port: number): Promise<[LoginVisit[], LoginVisit[]]> {
  const [english, arabic]: [LoginVisit[], LoginVisit[]] = [[], []]
  // The first visit after a start runs code that is not compiled yet on either side and is not counted.
  await measureLogin(browser, port, 'en')
  for (let round = 0; round < rounds; round++) {
    english.push(await measureLogin(browser, port, 'en'))
    arabic.push(await measureLogin(browser, port, 'ar'))
  }
  return [english, arabic]
}

function kilobytes(bytes: number): number {
  return Number((bytes / 1000).toFixed(1))
}

function middle(rows: LoginVisit[], pick: (visit: LoginVisit) => number): number {
  return Math.round(median(rows.map(pick)))
}

function reportLogins(english: LoginVisit[], arabic: LoginVisit[]): void {
  console.log(`login page at 1.6 Mbit/s and 150 ms, nothing cached, medians of ${rounds} visits each`)
  const row = (language: string, rows: LoginVisit[]): (string | number)[] => [
    language,
    middle(rows, (visit) => visit.firstPaint_ms),
    middle(rows, (visit) => visit.largestPaint_ms),
    middle(rows, (visit) => visit.code_ms),
    ...[(visit: LoginVisit) => visit.script_bytes, (visit: LoginVisit) => visit.sent_bytes].map((pick) =>
      kilobytes(median(rows.map(pick))),
    ),
  ]
  printTable(
    ['', 'first paint ms', 'largest paint ms', 'code loaded ms', 'JS gzip kB', 'all bytes kB'],
    [row('English', english), row('Arabic', arabic)],
  )
}

async function measureDashboards(
  browser: Browser,
  port: number,
): Promise<Pick<DashboardVisit, 'largestPaint_ms' | 'figures_ms'>> {
  const visits: DashboardVisit[] = []
  const session = await signInClient(browser, port)
  await measureDashboard(browser, port, session)
  for (let round = 0; round < rounds; round++) visits.push(await measureDashboard(browser, port, session))
  const middleOf = (name: keyof DashboardVisit): number => Math.round(median(visits.map((visit) => visit[name])))
  console.log(
    `a client’s dashboard on the same connection, nothing cached: first paint ${middleOf('firstPaint_ms')}, ` +
      `largest paint ${middleOf('largestPaint_ms')}, key metrics shown ${middleOf('figures_ms')} ms`,
  )
  return { largestPaint_ms: middleOf('largestPaint_ms'), figures_ms: middleOf('figures_ms') }
}

function report(
  english: LoginVisit[],
  arabic: LoginVisit[],
  dashboard: Pick<DashboardVisit, 'largestPaint_ms' | 'figures_ms'>,
  live_ms: number[],
): void {
  const ascending = live_ms.toSorted((a, b) => a - b)
  const [p50, p95, worst] = [quantile(ascending, 0.5), quantile(ascending, 0.95), ascending.at(-1)!].map(Math.round)
  console.log(
    `${ascending.length} leads from the pixel's request to the client's screen: p50 ${p50}, p95 ${p95}, max ${worst} ms`,
  )
  console.log(
    JSON.stringify({
      bench: 'web',
      login_js_kb: kilobytes(Math.max(...[...english, ...arabic].map((visit) => visit.script_bytes))),
      lcp_en_ms: middle(english, (visit) => visit.largestPaint_ms),
      lcp_dashboard_ms: dashboard.largestPaint_ms,
      figures_dashboard_ms: dashboard.figures_ms,
      lcp_ar_ms: middle(arabic, (visit) => visit.largestPaint_ms),
      live_p50_ms: p50,
      live_p95_ms: p95,
    }),
  )
}
