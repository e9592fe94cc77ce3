import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { newId, newPixelKey } from '#server/platform/ids.ts'
import { load, type LoadJob, type LoadResult } from './collect/load.ts'
import { serveBare, serveCollect } from './collect/servers.ts'
import { createBenchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { cpuOf_ms, cpuOfFamily_ms } from './support/cpu.ts'
import { median, printTable } from './support/figures.ts'
import { answerAs, profiled, startHelper } from './support/helper-process.ts'

// Durable hits a second compared with a bare node:http server that parses and responds 204, in alternating rounds on
// one machine: acknowledged means committed with fsync on. Servers and load generator are separate processes.

const connections = 64
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const measure_ms = Number(process.env['BENCH_SECONDS'] ?? 6) * 1000
const warmUp_ms = 1_500

/** The result of one round, with CPU time in microseconds per hit. */
interface Round extends LoadResult {
  server_us: number
  postgres_us: number
}

const names = ['bare', 'collect'] as const
type Name = (typeof names)[number]

const [role] = process.argv.slice(2)
if (role === 'bare') answerAs(() => serveBare())
else if (role === 'collect') answerAs(({ dataDir }: { dataDir: string }) => serveCollect(dataDir))
else if (role === 'load') answerAs((job: LoadJob) => load(job))
else await main()

async function main(): Promise<void> {
  const db = await createBenchDatabase()
  const bare = startHelper<object, number>('bare')
  const collect = startHelper<object, number>('collect', profiled())
  const generator = startHelper<LoadJob, LoadResult>('load')
  try {
    const key = await makePixel(db)
    const ports = { bare: await bare.ask({}), collect: await collect.ask({ dataDir: db.dataDir }) }
    const acknowledgedFile = join(db.dataDir, 'acknowledged')
    const results = { bare: [] as Round[], collect: [] as Round[] }
    const pids = { bare: bare.child.pid!, collect: collect.child.pid! }
    const measure = async (name: Name): Promise<Round> => {
      const file = name === 'bare' ? join(db.dataDir, 'bare') : acknowledgedFile
      const job = { port: ports[name], key, connections, warmUp_ms, measure_ms, acknowledgedFile: file }
      const [server_ms, postgres_ms] = [cpuOf_ms(pids[name]), cpuOfFamily_ms(db.server.pid())]
      const result = await generator.ask(job)
      // Refusing a hit is faster than storing it, so a result with refusals is meaningless.
      if (result.refused > 0) throw new Error(`${name} rejected ${result.refused} hits`)
      const each = (before_ms: number, after_ms: number): number =>
        ((after_ms - before_ms) * 1000) / result.acknowledged
      return {
        ...result,
        server_us: each(server_ms, cpuOf_ms(pids[name])),
        postgres_us: each(postgres_ms, cpuOfFamily_ms(db.server.pid())),
      }
    }
    // Warm up both before measuring, like servers that have been up for a minute.
    for (const name of names) await measure(name)
    for (let round = 0; round < rounds; round++) {
      await settleLog(db)
      for (const name of names) results[name].push(await measure(name))
    }
    const losses = await countLost(db, acknowledgedFile)
    report(results, losses)
    if (losses > 0) process.exitCode = 1
  } finally {
    await Promise.all([bare.end(), collect.end(), generator.end()])
    await db.close()
  }
}

/** Creates one campaign with a pixel, which every hit of the load uses. */
async function makePixel(db: BenchDatabase): Promise<string> {
  const [root, agency, client, campaign] = [1, 2, 3, 4].map(() => newId(Date.now()))
  const key = newPixelKey()
  const connection = await db.appPool.connect()
  await connection.query(`begin; set local app.root_id = '${root}'`)
  await connection.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, start_date,
       retail_price_e4, wholesale_price_e4, limit_leads, created_at, updated_at)
     values ($1, $2, $3, $4, 'local', 'bench', 'active', $5, now(), 0, 0, 1000000, now(), now())`,
    [agency, campaign, root, client, key],
  )
  await connection.query('commit')
  connection.release()
  await db.ownerPool.query(
    `insert into pixel (key, root_id, agency_id, client_id, campaign_id, site_hosts, active, updated_at)
     values ($1, $2, $3, $4, $5, $6, true, now())`,
    [key, root, agency, client, campaign, ['www.shop.example']],
  )
  return key
}

/**
 * Creates the WAL files that a database in use has from earlier checkpoints. A new database creates them on the go, and
 * each stops all commits for 50 ms: that is true of its first minutes, not of its normal work.
 */
async function settleLog(db: BenchDatabase): Promise<void> {
  const admin = await openAdmin(db)
  for (let file = 0; file < 16; file++) {
    await admin.query('select pg_logical_emit_message(false, $1, $1), pg_switch_wal()', ['bench'])
  }
  await admin.query('checkpoint')
  await admin.end()
}

/** Counts acknowledged hits that are not in the database, looked up one by one. */
async function countLost(db: BenchDatabase, acknowledgedFile: string): Promise<number> {
  const ids = readFileSync(acknowledgedFile, 'utf8').trimEnd().split('\n')
  const admin = await openAdmin(db)
  const { rows } = await admin.query<{ lost: number }>(
    `select count(*)::int as lost from unnest(string_to_array($1, ',')::uuid[]) as sent (id)
     where not exists (select from hit where hit.id = sent.id)`,
    [ids.join(',')],
  )
  await admin.end()
  return rows[0]!.lost
}

async function openAdmin(db: BenchDatabase): Promise<pg.Client> {
  const client = new pg.Client({ ...db.server.adminConfig, database: 'leadloom' })
  await client.connect()
  return client
}

function report(results: Record<Name, Round[]>, losses: number): void {
  const middle = (name: Name, pick: (result: Round) => number): number => median(results[name].map(pick))
  const rows = names.map((name) => [
    name === 'bare' ? 'bare node:http, parses, answers 204' : 'collect, answers 204 after the commit',
    middle(name, (result) => result.perSecond),
    ...[
      middle(name, (result) => result.p50_ms),
      middle(name, (result) => result.p99_ms),
      middle(name, (result) => result.max_ms),
    ].map((value) => value.toFixed(2)),
    ...[middle(name, (result) => result.server_us), middle(name, (result) => result.postgres_us)].map((value) =>
      value.toFixed(1),
    ),
  ])
  const ratios = results.collect.map((result, at) => result.perSecond / results.bare[at]!.perSecond)
  console.log(
    `${connections} connections, bodies of 300 bytes, medians of ${rounds} alternating rounds of ${measure_ms / 1000} s`,
  )
  printTable(['server', 'hits/s', 'p50 ms', 'p99 ms', 'max ms', 'server us', 'postgres us'], rows)
  console.log(`ratio of each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  console.log(
    JSON.stringify({
      bench: 'collect',
      ratio: Number(median(ratios).toFixed(3)),
      per_second: middle('collect', (result) => result.perSecond),
      p99_ms: Number(middle('collect', (result) => result.p99_ms).toFixed(2)),
      bare_per_second: middle('bare', (result) => result.perSecond),
      acknowledged: results.collect.reduce((sum, result) => sum + result.acknowledged, 0),
      lost: losses,
    }),
  )
}
