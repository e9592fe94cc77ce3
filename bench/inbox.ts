import pg from 'pg'
import { pino } from 'pino'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { createApp } from '#server/platform/http/app.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { accessHooks, routes } from '#server/routes.ts'
import { createBenchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { median, printTable, quantile } from './support/figures.ts'
import { productionConfig } from './support/production-config.ts'
import { fillInbox } from './tree/fill-inbox.ts'
import { fillTree, type Tree } from './tree/fill.ts'

// The inbox of an agency with 1,000 clients and 5,000 campaigns, with session, access and row-level security.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 300)
const warmUp = 20

const db = await createBenchDatabase()
const admin = new pg.Client({ host: db.server.socketFolder, user: 'postgres', database: 'leadloom' })
await admin.connect()
try {
  const tree = await fillTree(admin, { agencies: 50, clients: 3_000, clientsOfFirst: 1_000 })
  await fillInbox(admin, tree)
  await measure(db, tree)
} finally {
  await admin.end()
  await db.close()
}

async function measure({ dataDir }: BenchDatabase, tree: Tree): Promise<void> {
  const { platform, stop } = await startPlatform(
    productionConfig(dataDir, 'web'),
    pino({ level: 'warn' }),
    async () => {},
  )
  const noLimit = { count: 1_000_000_000, perSeconds: 60 }
  const app = await createApp(platform, { routes, accessHooks, generalLimits: { user: noLimit, company: noLimit } })
  const owner = { userId: tree.firstOwnerId, rootId: tree.rootId, kind: 'agencyOwner' } as const
  const { tokens } = await startSession(platform, owner, tree.firstHost)
  const headers = { authorization: `Bearer ${tokens.access_token}`, host: tree.firstHost }
  const views = {
    'first page': `/api/inbox/${tree.firstId}?PerPage=25`,
    'deep page': `/api/inbox/${tree.firstId}?PerPage=100&Page=9`,
    'one kind': `/api/inbox/${tree.firstId}?kind=new_leads&PerPage=25`,
    'menu count': `/api/inbox/${tree.firstId}/count`,
  }
  const rows: { title: string; p99_ms: number; median_ms: number }[] = []
  for (const [title, url] of Object.entries(views)) {
    const times_ms: number[] = []
    for (let round = -warmUp; round < rounds; round++) {
      const began = performance.now()
      const { statusCode, body } = await app.inject({ url, headers })
      if (round >= 0) times_ms.push(performance.now() - began)
      if (statusCode !== 200) throw new Error(`${title}: ${statusCode} ${body}`)
    }
    rows.push({ title, p99_ms: quantile(times_ms, 0.99), median_ms: median(times_ms) })
  }
  await app.close()
  await stop()
  printTable(
    ['view', 'p99 ms', 'median ms'],
    rows.map(({ title, p99_ms, median_ms }) => [title, p99_ms.toFixed(1), median_ms.toFixed(1)]),
  )
  console.log(JSON.stringify({ bench: 'inbox', p99_ms: Math.round(Math.max(...rows.map(({ p99_ms }) => p99_ms))) }))
}
