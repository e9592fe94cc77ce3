import pg from 'pg'
import { keywordsOf } from '#contract/campaigns/keywords.ts'
import { countSearchers, type HomePlaces } from '#server/areas/identity/public.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { median, printTable, quantile } from './support/figures.ts'

// A phrase that 200,000 signals of the past 7 days hold, among millions of others: how many people searched for it, each once,
// nationwide and of those who live in 100 ZIP codes. Beside it, in turns: the plain count of the same rows without telling
// people apart, and the ids marked in a bitmap that lies in memory already.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 40)
const warmUp = 5
const people = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000)
const others = Number(process.env['BENCH_SIGNALS'] ?? 4_000_000)
const matching = 200_000
const days = 7
const day_ms = 86_400_000
const now_ms = Date.now()

/** So that ids sort by time, as those of signals do. */
const idAt = `(lpad(to_hex(at_ms), 12, '0') || '7' || substr(md5(n::text || salt), 1, 3) || 'a' || substr(md5(salt || n::text), 1, 15))::uuid`

const db = await createBenchDatabase()
const admin = new pg.Client({ host: db.server.socketFolder, user: 'postgres', database: 'leadloom' })
await admin.connect()
try {
  await fill()
  await report()
} finally {
  await admin.end()
  await db.close()
}

async function fill(): Promise<void> {
  await ensureDayPartitions(db.ownerPool, 'signal', now_ms, { daysBack: days + 1, daysAhead: 1 })
  await admin.query(
    `insert into person (first_name, last_name, state, zip, source, updated_at)
     select 'Ann', 'Example', 'TX', lpad((n % 41000)::text, 5, '0'), 'bench', '2026-01-01' from generate_series(1, $1::int) n`,
    [people],
  )
  await admin.query(
    `insert into signal_phrase (text, stems) select 'phrase p' || n, array['phras', 'p' || n] from generate_series(1, 1000) n`,
  )
  const { rows } = await admin.query<{ low: number }>('select min(id) as low from person')
  for (const [count, phrase, salt] of [
    [others, '1 + n % 999', 'a'],
    [matching, '1000', 'b'],
  ] as const)
    await admin.query(
      `insert into signal (id, at, person_id, phrase_id, kind)
       select ${idAt}, to_timestamp(at_ms / 1000.0), $4::bigint + floor(random() * $5)::bigint, ${phrase}, 'search'
         from generate_series(1, $1::int) n
        cross join lateral (select $2::bigint + floor(random() * $3 + n * 0)::bigint as at_ms, '${salt}'::text as salt) moment`,
      [count, now_ms - days * day_ms + 1_000, days * day_ms - 2_000, rows[0]!.low, people],
    )
  await admin.query('vacuum analyze signal')
  await admin.query('vacuum analyze person')
  await admin.query('analyze signal_phrase')
}

async function report(): Promise<void> {
  const asked = { keywords: keywordsOf('phrase p1000'), since_ms: now_ms - days * day_ms, until_ms: now_ms }
  const places: HomePlaces = {
    states: [],
    zips: Array.from({ length: 100 }, (_none, n) => String(n * 400).padStart(5, '0')),
  }
  const { rows } = await admin.query<{ person_id: string }>('select person_id from signal where phrase_id = 1000')
  const ids = Uint32Array.from(rows, ({ person_id: id }) => Number(id))
  const ways: Record<string, () => Promise<number>> = {
    'nationwide, distinct people': () => countSearchers(db.appPool, asked, 60_000, (count) => count.nationwide()),
    'of 100 ZIP codes, by home': () => countSearchers(db.appPool, asked, 60_000, (count) => count.livingIn(places)),
    'at least 10 people': async () =>
      Number(await countSearchers(db.appPool, asked, 60_000, (count) => count.areAtLeast(10))),
    'floor: rows, not people': async () =>
      (await db.appPool.query<{ n: number }>(`select count(*)::int as n from signal where phrase_id = 1000`)).rows[0]!
        .n,
    'floor: bitmap in memory': async () => countInMemory(ids),
  }
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, [] as number[]]))
  const found: Record<string, number> = {}
  for (let round = -warmUp; round < rounds; round++)
    for (const [name, run] of Object.entries(ways)) {
      const began = performance.now()
      found[name] = await run()
      if (round >= 0) times[name]!.push(performance.now() - began)
    }
  printTable(
    ['200,000 matching rows', 'median ms', 'p99 ms', 'answer'],
    Object.entries(times).map(([name, each]) => [
      name,
      Number(median(each).toFixed(2)),
      Number(quantile(each, 0.99).toFixed(2)),
      found[name]!,
    ]),
  )
  const ms = (name: string): number => Number(median(times[name]!).toFixed(2))
  console.log(
    JSON.stringify({
      bench: 'keywords',
      nationwide_ms: ms('nationwide, distinct people'),
      zips_ms: ms('of 100 ZIP codes, by home'),
      wrong: Math.abs(found['nationwide, distinct people']! - found['floor: bitmap in memory']!),
    }),
  )
}

function countInMemory(ids: Uint32Array): number {
  const marked = new Uint32Array(Math.ceil((people + 64) / 32) + 1)
  const low = ids.reduce((least, id) => Math.min(least, id), Number.POSITIVE_INFINITY)
  let count = 0
  for (const id of ids) {
    const at = (id - low) >>> 5
    const bit = 1 << ((id - low) & 31)
    if (marked[at]! & bit) continue
    marked[at]! |= bit
    count++
  }
  return count
}
