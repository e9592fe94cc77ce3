import pg from 'pg'
import { keywordsOf } from '#contract/campaigns/keywords.ts'
import { countSearchers, type HomePlaces } from '#server/areas/identity/signals/count-searchers.ts'
import { packSearchers } from '#server/areas/identity/signals/pack-searchers.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { median, printTable, quantile } from './support/figures.ts'

// A phrase that occurs in 200,000 signals of the past 7 days, among millions of others: counts the distinct people who
// searched for it, nationwide and in 100 ZIP codes, separately and in one request as on the page. Compared in
// alternation with both counts on plain search rows, a count of these rows without deduplicating people, and a bitmap
// of ids that is in memory already.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 40)
const warmUp = 5
const people = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000)
const others = Number(process.env['BENCH_SIGNALS'] ?? 4_000_000)
const matching = 200_000
const days = 7
const day_ms = 86_400_000
const now_ms = Date.now()

/** Makes ids sort by time, like those of signals. */
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
  const began_ms = performance.now()
  await packSearchers(db.appPool)
  const { rows: sizes } = await admin.query<{ signals: string; lists: string }>(
    `select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as signals,
            pg_size_pretty(pg_total_relation_size('searchers_of_day')) as lists
       from pg_inherits where inhparent = 'signal'::regclass`,
  )
  const microseconds = ((performance.now() - began_ms) * 1000) / (others + matching)
  console.log(
    `${microseconds.toFixed(1)} µs per signal to keep lists: ${sizes[0]!.lists} beside ${sizes[0]!.signals} of signals`,
  )
  await admin.query('vacuum analyze searchers_of_day')
}

interface Timed {
  answer: number
  ms: number
}

async function timed(run: () => Promise<number>): Promise<Timed> {
  const began_ms = performance.now()
  const answer = await run()
  return { answer, ms: performance.now() - began_ms }
}

/** What is measured, by title. */
async function makeWays(): Promise<Record<string, () => Promise<Timed>>> {
  const period = { keywords: keywordsOf('phrase p1000'), since_ms: now_ms - days * day_ms, until_ms: now_ms }
  const places: HomePlaces = {
    states: [],
    zips: Array.from({ length: 100 }, (_none, n) => String(n * 400).padStart(5, '0')),
  }
  const { rows } = await admin.query<{ person_id: string }>('select person_id from signal where phrase_id = 1000')
  const ids = Uint32Array.from(rows, ({ person_id: id }) => Number(id))
  const plain = async (where: string): Promise<number> =>
    (
      await db.appPool.query<{ n: number }>(
        `select count(distinct person_id)::int as n from signal
          where phrase_id = 1000 and kind = 'search' and id >= $1 and id < $2 ${where}`,
        [lowestUuidAt(period.since_ms), lowestUuidAt(period.until_ms + 1)],
      )
    ).rows[0]!.n
  const inZips = `and exists (select from person where id = person_id and zip = any ('{${places.zips.join()}}'))`
  return {
    'nationwide, distinct people': () =>
      timed(() => countSearchers(db.appPool, period, 60_000, (count) => count.nationwide())),
    'in 100 ZIP codes, by home': () =>
      timed(() => countSearchers(db.appPool, period, 60_000, (count) => count.livingIn(places))),
    'the same, after nationwide': () =>
      countSearchers(db.appPool, period, 60_000, async (count) => {
        await count.nationwide()
        return timed(() => count.livingIn(places))
      }),
    'nationwide, rows': () => timed(() => plain('')),
    'in 100 ZIP codes, rows': () => timed(() => plain(inZips)),
    'at least 10 people': () =>
      timed(async () => Number(await countSearchers(db.appPool, period, 60_000, (count) => count.areAtLeast(10)))),
    'floor: rows, not people': () =>
      timed(
        async () =>
          (await db.appPool.query<{ n: number }>(`select count(*)::int as n from signal where phrase_id = 1000`))
            .rows[0]!.n,
      ),
    'floor: bitmap in memory': () => timed(async () => countInMemory(ids)),
  }
}

async function report(): Promise<void> {
  const ways = await makeWays()
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, [] as number[]]))
  const answers: Record<string, number> = {}
  for (let round = -warmUp; round < rounds; round++)
    for (const [name, run] of Object.entries(ways)) {
      const { answer, ms } = await run()
      answers[name] = answer
      if (round >= 0) times[name]!.push(ms)
    }
  printTable(
    ['200,000 matching rows', 'median ms', 'p99 ms', 'answer'],
    Object.entries(times).map(([name, each]) => [
      name,
      Number(median(each).toFixed(2)),
      Number(quantile(each, 0.99).toFixed(2)),
      answers[name]!,
    ]),
  )
  const msOf = (name: string): number => Number(median(times[name]!).toFixed(2))
  console.log(
    JSON.stringify({
      bench: 'keywords',
      nationwide_ms: msOf('nationwide, distinct people'),
      zips_ms: msOf('in 100 ZIP codes, by home'),
      zips_after_ms: msOf('the same, after nationwide'),
      wrong:
        Math.abs(answers['nationwide, distinct people']! - answers['floor: bitmap in memory']!) +
        Math.abs(answers['in 100 ZIP codes, by home']! - answers['in 100 ZIP codes, rows']!),
    }),
  )
}

function countInMemory(ids: Uint32Array): number {
  const bits = new Uint32Array(Math.ceil((people + 64) / 32) + 1)
  const low = ids.reduce((least, id) => Math.min(least, id), Number.POSITIVE_INFINITY)
  let count = 0
  for (const id of ids) {
    const at = (id - low) >>> 5
    const bit = 1 << ((id - low) & 31)
    if (bits[at]! & bit) continue
    bits[at]! |= bit
    count++
  }
  return count
}
