import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { createApp } from '#server/platform/http/app.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { accessHooks, routes } from '#server/routes.ts'
import { openAdmin, openLeads, type Tenant } from './calls/fill.ts'
import { fillReports, type Readers } from './reports/fill.ts'
import { signIn } from './reports/sign-in.ts'
import { median, printTable, quantile } from './support/figures.ts'
import { productionConfig } from './support/production-config.ts'

// Every call of the dashboard, for a client with a million leads and for its agency, through session, access checks and
// row-level security. The benchmark `web` measures the page itself on a slow connection.

const rows = Number(process.env['BENCH_ROWS'] ?? 1_120_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200)
const warmUp = 20

const { db, tenants } = await openLeads(2, rows, 'dashboard')
const admin = await openAdmin(db)
const { platform, stop } = await startPlatform(
  productionConfig(db.dataDir, 'web'),
  pino({ level: 'warn' }),
  async () => {},
)
try {
  // The second of the two tenants has nine tenths of all leads.
  const [small, large] = tenants
  const readers = await fillReports(admin, platform, [large!, small!])
  await measure(admin, platform, large!, readers)
} finally {
  await stop()
  await admin.end()
  await db.close()
}

interface Measured {
  title: string
  by: string
  p99_ms: number
  median_ms: number
}

async function measure(database: pg.Client, of: Platform, first: Tenant, readers: Readers): Promise<void> {
  const noLimit = { count: 1_000_000_000, perSeconds: 60 }
  const app = await createApp(of, { routes, accessHooks, generalLimits: { user: noLimit, company: noLimit } })
  const measurements: Measured[] = []
  for (const by of ['client', 'agency'] as const) {
    const headers = await signIn(of, first, readers, by)
    for (const [title, path] of callsOf(by === 'client' ? first.clientId : first.agencyId)) {
      const times_ms: number[] = []
      for (let round = -warmUp; round < rounds; round++) {
        const began = performance.now()
        const { statusCode, body } = await app.inject({ url: `/api${path}`, headers })
        if (round >= 0) times_ms.push(performance.now() - began)
        // A new server on a busy machine has no database connection yet.
        if (round < 0 && statusCode === 503) await pause(250)
        else if (statusCode !== 200) throw new Error(`${title}: ${statusCode} ${body}`)
      }
      measurements.push({ title, by, p99_ms: quantile(times_ms, 0.99), median_ms: median(times_ms) })
    }
  }
  await app.close()
  await tell(database, first, measurements)
}

/** The calls of the page when it opens, and for its longest period. */
function callsOf(owner: string): [title: string, path: string][] {
  return [
    ['metrics of 30 days', `/leadspeek/report/chart/${owner}/all/all/all?moduleType=local`],
    ['metrics of 90 days', `/leadspeek/report/chart/${owner}/all/${day(89)}/${day(0)}?moduleType=local`],
    ['what needs attention', `/leadspeek/report/attention/${owner}/all?moduleType=local`],
    ['newest leads', `/leadspeek/report/lead/${owner}/all/all/all?Page=1&PerPage=5&kind=lead`],
  ]
}

function day(back: number): string {
  return new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
}

async function tell(database: pg.Client, { clientId }: Tenant, measurements: readonly Measured[]): Promise<void> {
  const counts = await database.query<{ leads: number }>(
    'select count(*)::int as leads from lead where client_id = $1',
    [clientId],
  )
  const { leads } = counts.rows[0]!
  printTable(
    [`a client with ${leads.toLocaleString('en-US')} leads`, 'by', 'p99 ms', 'median ms'],
    measurements.map(({ title, by, p99_ms, median_ms }) => [title, by, p99_ms.toFixed(1), median_ms.toFixed(1)]),
  )
  const p99_ms = Math.round(Math.max(...measurements.map((one) => one.p99_ms)))
  const worst_median_ms = Math.round(Math.max(...measurements.map((one) => one.median_ms)))
  console.log(JSON.stringify({ bench: 'dashboard', leads, p99_ms, worst_median_ms }))
}
