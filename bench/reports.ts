import type pg from 'pg'
import { pino } from 'pino'
import { reportKinds } from '#contract/reports/table-names.ts'
import { createApp } from '#server/platform/http/app.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { accessHooks, routes } from '#server/routes.ts'
import { openAdmin, openLeads, type Tenant } from './calls/fill.ts'
import { fillReports, type Readers } from './reports/fill.ts'
import { signIn, type Who } from './reports/sign-in.ts'
import { median, printTable, quantile } from './support/figures.ts'
import { productionConfig } from './support/production-config.ts'

// Every report about a full year of leads, as an operator, an agency and a client read it, through session, access
// checks and row-level security; some totals are compared with plain sums over the leads.

const tenantCount = 500
const rows = Number(process.env['BENCH_ROWS'] ?? 5_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 100)
const warmUp = 10

interface Report {
  title: string
  by: Who
  path: string
  /** Extracts the number of leads from the response, where it is compared with the plain sum. */
  leadsOf?: (body: string) => number
}

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
/** A year that has ended in every time zone. */
const [start, end] = [day(366), day(2)]

const { db, tenants } = await openLeads(tenantCount, rows)
const admin = await openAdmin(db)
const { platform, stop } = await startPlatform(
  productionConfig(db.dataDir, 'web'),
  pino({ level: 'warn' }),
  async () => {},
)
try {
  const readers = await fillReports(admin, platform, tenants)
  await measure(admin, platform, tenants[0]!, readers)
} finally {
  await stop()
  await admin.end()
  await db.close()
}

async function measure(database: pg.Client, of: Platform, first: Tenant, readers: Readers): Promise<void> {
  const noLimit = { count: 1_000_000_000, perSeconds: 60 }
  const app = await createApp(of, { routes, accessHooks, generalLimits: { user: noLimit, company: noLimit } })
  const results: { report: Report; p99_ms: number; median_ms: number; body: string }[] = []
  for (const report of reportsOf(first)) {
    const headers = await signIn(of, first, readers, report.by)
    const times_ms: number[] = []
    let text = ''
    for (let round = -warmUp; round < rounds; round++) {
      // Spreadsheet downloads have their own hourly rate limit.
      if (round % 40 === 0) await database.query('delete from rate_window')
      const began = performance.now()
      const { statusCode, body } = await app.inject({ url: `/api${report.path}`, headers })
      if (round >= 0) times_ms.push(performance.now() - began)
      // A new server on a busy machine has no database connection yet.
      if (round < 0 && statusCode === 503) continue
      if (statusCode !== 200) throw new Error(`${report.title}: ${statusCode} ${body}`)
      text = body
    }
    results.push({ report, p99_ms: quantile(times_ms, 0.99), median_ms: median(times_ms), body: text })
  }
  await app.close()
  const mismatches = await countWrong(database, first, results)
  printTable(
    [`a year of ${rows.toLocaleString('en-US')} leads`, 'by', 'p99 ms', 'median ms'],
    results.map(({ report, p99_ms, median_ms }) => [report.title, report.by, p99_ms.toFixed(1), median_ms.toFixed(1)]),
  )
  const p99_ms = Math.round(Math.max(...results.map((each) => each.p99_ms)))
  const median_ms = Math.round(Math.max(...results.map((each) => each.median_ms)))
  console.log(JSON.stringify({ bench: 'reports', p99_ms, worst_median_ms: median_ms, wrong: mismatches }))
}

function reportsOf({ agencyId, clientId }: Tenant): Report[] {
  const span = `${start}/${end}`
  const ofTotal = (body: string): number => (JSON.parse(body) as { total: { leads: number } }).total.leads
  const ofTotals = (body: string): number => (JSON.parse(body) as { totals: { leads: number } }).totals.leads
  const ofTable = (body: string): number => {
    const { columns, total } = JSON.parse(body) as { columns: string[]; total: number[] }
    return total[columns.indexOf('leads')]!
  }
  const table = (kind: string, client: string, more = ''): string =>
    `/leadspeek/report/table/${agencyId}/${client}/${kind}/${span}${more}`
  return [
    {
      title: 'analytics of all agencies',
      by: 'operator',
      path: `/configuration/report-analytics/${span}/all/all`,
      leadsOf: ofTotals,
    },
    {
      title: 'analytics of one agency',
      by: 'operator',
      path: `/configuration/report-analytics/${span}/${agencyId}/all`,
      leadsOf: ofTotals,
    },
    { title: 'root revenue', by: 'operator', path: `/configuration/root-revenue/${span}`, leadsOf: ofTotal },
    { title: 'agencies report', by: 'operator', path: `/configuration/agencies-report/${span}?PerPage=10` },
    {
      title: 'under-performing',
      by: 'operator',
      path: '/configuration/get-under-perform-campaigns?Page=1&PerPage=10',
    },
    { title: 'under-performing', by: 'agency', path: '/configuration/get-under-perform-campaigns?Page=1&PerPage=10' },
    ...reportKinds.flatMap((kind): Report[] => [
      {
        title: `table ${kind}`,
        by: 'agency',
        path: table(kind, 'all', '?costs=T'),
        ...(kind !== 'funnel' && { leadsOf: ofTable }),
      },
      { title: `table ${kind} of a client`, by: 'agency', path: table(kind, clientId) },
    ]),
    {
      title: 'table of days, CSV',
      by: 'agency',
      path: `/leadspeek/report/table-file/${agencyId}/all/days/${span}?format=csv`,
    },
    { title: 'cohorts', by: 'agency', path: `/leadspeek/report/cohorts/${agencyId}/all` },
    { title: 'cohorts of a client', by: 'agency', path: `/leadspeek/report/cohorts/${agencyId}/${clientId}` },
    ...(['agency', 'client'] as const).flatMap((by): Report[] => {
      const owner = by === 'client' ? clientId : agencyId
      return [
        {
          title: 'dashboard',
          by,
          path: `/leadspeek/report/chart/${owner}/all/${span}`,
          leadsOf: ofTotal,
        },
        { title: 'what needs attention', by, path: `/leadspeek/report/attention/${owner}/all` },
        { title: 'first and last day', by, path: `/leadspeek/report/initdate/${owner}/all/all/all` },
      ]
    }),
  ]
}

/** Counts the reports whose number of leads differs from the actual one. */
async function countWrong(
  database: pg.Client,
  { agencyId, clientId }: Tenant,
  results: readonly { report: Report; body: string }[],
): Promise<number> {
  const counts = await database.query<{ all: number; agency: number; client: number }>(
    `select count(*)::int as all, (count(*) filter (where agency_id = $3))::int as agency,
       (count(*) filter (where agency_id = $3 and client_id = $4))::int as client
       from lead where kind = 'lead' and created_at >= ($1::date::timestamp at time zone 'America/New_York')
        and created_at < (($2::date + 1)::timestamp at time zone 'America/New_York')`,
    [start, end, agencyId, clientId],
  )
  const plain = counts.rows[0]!
  const mismatches = results.filter(({ report, body }) => {
    if (!report.leadsOf) return false
    const ofAll = report.by === 'operator' && !report.path.includes(agencyId)
    const want = ofAll ? plain.all : report.by === 'client' ? plain.client : plain.agency
    if (report.leadsOf(body) === want) return false
    console.log(`${report.title} (${report.by}) reports ${report.leadsOf(body)} leads, expected ${want}`)
    return true
  })
  return mismatches.length
}
