import { rmSync } from 'node:fs'
import pg from 'pg'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { newId } from '#server/platform/ids.ts'
import { makeDatabase, makeRoles } from '../server/test/cluster/make-database.ts'
import { startNodes } from '../server/test/cluster/start-nodes.ts'
import { makeTestFolder } from '../server/test/test-folder.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { median, printTable } from './support/figures.ts'

// What writing hits costs on a cluster (CITUS_BIN; else only one server is measured) compared with one server, and what
// numbering them from each agency's counter row would add (docs/decisions/0091), in alternating rounds.

const batch = 32
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const measure_ms = Number(process.env['BENCH_SECONDS'] ?? 4) * 1000
const agencyCount = 16

/** `transaction`: hits carry their transaction's id. `counter`: also updates the agency's counter row. */
const ways = ['transaction', 'counter'] as const
type Way = (typeof ways)[number]

interface Place {
  name: string
  app: pg.ClientConfig
  close(): Promise<void>
}

const rootId = newId(Date.now())
const agencies = Array.from({ length: agencyCount }, () => newId(Date.now()))

const insertHits = {
  name: 'hits',
  text: `insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, kind, page_url, page_host, user_agent_family)
         select agency_id, id, $2, agency_id, agency_id, now(), 'view', 'https://www.shop.example/offers?page=2', 'www.shop.example', 'Firefox'
         from unnest($1::uuid[], $3::uuid[]) as sent (agency_id, id)
         on conflict do nothing`,
}
const takeNumbers = {
  name: 'numbers',
  text: 'update hit_number set last = last + $2 where agency_id = $1 returning last',
}

async function oneServer(): Promise<Place> {
  const db = await createBenchDatabase()
  await prepare({ ...db.server.adminConfig, database: 'leadloom' }, db.server.ownerConfig, false)
  return { name: 'one server', app: db.server.appConfig, close: () => db.close() }
}

async function cluster(bin: string): Promise<Place> {
  const folder = makeTestFolder()
  const nodes = await startNodes(bin, folder)
  await makeRoles(nodes)
  const address = await makeDatabase(nodes, 'bench')
  await nodes.makeDurable()
  await prepare(nodes.admin(nodes.all[0]!, 'bench'), address.owner, true)
  return {
    name: 'cluster of 3',
    app: address.app,
    async close() {
      await nodes.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates today's partition, and the counter rows, which the product does not have. */
async function prepare(admin: pg.ClientConfig, owner: pg.ClientConfig, isCluster: boolean): Promise<void> {
  const pools = createPools({ owner, app: owner }, () => {})
  await ensureDayPartitions(pools.ownerPool, 'hit', Date.now(), { daysBack: 1, daysAhead: 1 })
  await pools.close()
  const client = new pg.Client(admin)
  await client.connect()
  await client.query(
    'create table hit_number (agency_id uuid primary key, last bigint not null) with (fillfactor = 50)',
  )
  if (isCluster)
    await client.query(`select create_distributed_table('hit_number', 'agency_id', colocate_with := 'hit')`)
  await client.query('grant select, update on hit_number to leadloom_app')
  for (const agencyId of agencies) await client.query('insert into hit_number values ($1, 0)', [agencyId])
  await client.end()
}

/** Commits batches of one agency each, as a collector does, until the time is over. Returns hits a second. */
async function write({ app }: Place, way: Way, writers: number, agencyIds: readonly string[]): Promise<number> {
  const pools = createPools({ owner: app, app }, () => {}, { app: writers })
  const end_ms = performance.now() + measure_ms
  let rowCount = 0
  const work = async (writer: number): Promise<void> => {
    const client = await pools.appPool.connect()
    for (let turn = writer; performance.now() < end_ms; turn++) {
      const agencyId = agencyIds[turn % agencyIds.length]!
      const ids = Array.from({ length: batch }, () => newId(Date.now()))
      await client.query(`begin; set local app.root_id = '${rootId}'`)
      if (way === 'counter') await client.query({ ...takeNumbers, values: [agencyId, batch] })
      await client.query({ ...insertHits, values: [ids.map(() => agencyId), rootId, ids] })
      await client.query('commit')
      rowCount += batch
    }
    client.release()
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)))
  await pools.close()
  return Math.round((rowCount * 1000) / measure_ms)
}

const settings = [
  { title: '1 collector', writers: 1, agencyIds: agencies },
  { title: '3 collectors, 16 agencies', writers: 3, agencyIds: agencies },
  { title: '3 collectors, one agency', writers: 3, agencyIds: agencies.slice(0, 1) },
]

// Keeps the process alive: the connections to the servers alone would not.
const alive = setInterval(() => {}, 1_000)
const bin = process.env['CITUS_BIN']
const places = [await oneServer(), ...(bin ? [await cluster(bin)] : [])]
const rows: (string | number)[][] = []
const figures: Record<string, number> = {}
try {
  for (const { title, writers, agencyIds } of settings) {
    const samples = places.map((place) => ({ place, transaction: [] as number[], counter: [] as number[] }))
    for (let round = -1; round < rounds; round++)
      for (const one of samples)
        for (const way of ways) {
          const perSecond = await write(one.place, way, writers, agencyIds)
          // The first round warms caches and creates the WAL files.
          if (round >= 0) one[way].push(perSecond)
        }
    for (const { place, transaction, counter } of samples) {
      const [plain, withCounter] = [median(transaction), median(counter)]
      const shares = transaction.map((value, at) => counter[at]! / value)
      const share = Number(median(shares).toFixed(3))
      rows.push([place.name, title, plain, withCounter, share.toFixed(3)])
      figures[`${place.name}, ${title}`] = share
      if (title === '1 collector') figures[place.name] = plain
    }
  }
} finally {
  for (const place of places) await place.close()
  clearInterval(alive)
}
printTable(['where', 'writer', 'hits per second', 'with the counter', 'share'], rows)
const beside = bin ? Number((figures['cluster of 3']! / figures['one server']!).toFixed(2)) : null
console.log(JSON.stringify({ ...figures, beside }))
