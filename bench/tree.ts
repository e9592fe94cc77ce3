import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { refreshDeliveryStatsJob } from '#server/areas/reports/refresh-delivery-stats.ts'
import { createApp } from '#server/platform/http/app.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { routes, accessHooks } from '#server/routes.ts'
import { createBenchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { median, printTable, quantile } from './support/figures.ts'
import { fillCampaigns } from './tree/fill-campaigns.ts'
import { fillTree, type Tree } from './tree/fill.ts'
import { viewsOf, type View } from './tree/views.ts'
import { productionConfig } from './support/production-config.ts'

// Every view of the agency tree - each order, page, filter and search - over HTTP with session, access checks and
// row-level security, compared in alternation with the plain SQL for the same rows, without row-level security.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200)
const warmUp = 20
const agent = new Agent({ keepAlive: true })

const db = await createBenchDatabase()
const admin = new pg.Client({ host: db.server.socketFolder, user: 'postgres', database: 'leadloom' })
await admin.connect()
try {
  const tree = await fillTree(admin, { agencies: 10_000, clients: 100_000, clientsOfFirst: 10_000 })
  await fillCampaigns(admin, tree)
  await report(tree)
} finally {
  await admin.end()
  await db.close()
}

async function report(tree: Tree): Promise<void> {
  const { ask, close } = await serve(db, tree)
  const lines: { view: View; calls: number[]; plain: number[] }[] = []
  for (const view of viewsOf(tree)) {
    const line = { view, calls: [] as number[], plain: [] as number[] }
    for (let round = -warmUp; round < rounds; round++) {
      const call_ms = await timeOf(() => ask(view))
      const plain_ms = await timeOf(() => admin.query(view.plain, view.values))
      if (round >= 0) line.calls.push(call_ms)
      if (round >= 0) line.plain.push(plain_ms)
    }
    lines.push(line)
  }
  await close()
  const rows = lines.map(({ view, calls, plain }) => ({
    title: view.title,
    isReport: view.isReport ?? false,
    p99_ms: quantile(calls, 0.99),
    median_ms: median(calls),
    plain_ms: median(plain),
  }))
  printTable(
    ['view', 'p99 ms', 'median ms', 'plain ms', 'times'],
    rows.map(({ title, p99_ms, median_ms, plain_ms }) => [
      title,
      ...[p99_ms, median_ms, plain_ms, median_ms / plain_ms].map((value) => value.toFixed(2)),
    ]),
  )
  const [ofTree, ofReports] = [rows.filter(({ isReport }) => !isReport), rows.filter(({ isReport }) => isReport)]
  const figures = {
    worst_p99_ms: Math.max(...ofTree.map(({ p99_ms }) => p99_ms)),
    worst_times: Math.max(...ofTree.map(({ median_ms, plain_ms }) => median_ms / plain_ms)),
    reports_p99_ms: Math.max(...ofReports.map(({ p99_ms }) => p99_ms)),
  }
  const hundredths = Object.entries(figures).map(([name, value]) => [name, inHundredths(value)] as const)
  console.log(JSON.stringify({ bench: 'tree', ...Object.fromEntries(hundredths) }))
}

function inHundredths(value: number): number {
  return Math.round(value * 100) / 100
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Runs the program's own server in this process, with a function that requests a view as a signed-in person. */
async function serve(
  { dataDir }: BenchDatabase,
  tree: Tree,
): Promise<{ ask: (view: View) => Promise<void>; close: () => Promise<void> }> {
  const config = productionConfig(dataDir, 'web')
  const { platform, stop } = await startPlatform(config, pino({ level: 'warn' }), async () => {})
  const noLimit = { count: 1_000_000_000, perSeconds: 60 }
  const app = await createApp(platform, { routes, accessHooks, generalLimits: { user: noLimit, company: noLimit } })
  await refreshDeliveryStatsJob.run(platform, {})
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const tokenOf = async (userId: string, kind: 'rootSystem' | 'agencyOwner', host: string): Promise<string> =>
    (await startSession(platform, { userId, rootId: tree.rootId, kind }, host)).tokens.access_token
  const signIn = async () => ({
    root: await tokenOf(tree.operatorId, 'rootSystem', tree.rootHost),
    agency: await tokenOf(tree.firstOwnerId, 'agencyOwner', tree.firstHost),
    until: performance.now() + 5 * 60_000,
  })
  let tokens = await signIn()
  const ask = async (view: View): Promise<void> => {
    if (performance.now() > tokens.until) tokens = await signIn()
    const host = view.by === 'root' ? tree.rootHost : tree.firstHost
    const { status, text } = await get(port, `/api${view.path}`, { authorization: `Bearer ${tokens[view.by]}`, host })
    if (status !== 200) throw new Error(`${view.title}: ${status} ${text}`)
    const rows = (JSON.parse(text) as { data: unknown[] }).data.length
    if (rows !== view.rows) throw new Error(`${view.title}: ${rows} rows`)
  }
  const close = async (): Promise<void> => {
    agent.destroy()
    await app.close()
    await stop()
  }
  return { ask, close }
}

/** Sends one request over a kept-alive connection. Unlike fetch, it lets us set the Host header. */
function get(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode, text })).on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}
