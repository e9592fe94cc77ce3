import { matchSignals } from '#server/areas/leads/match/match-signals.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openAdmin } from './calls/fill.ts'
import { days, fillSignals, insertSignals } from './signals/fill.ts'
import { createBenchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { median, printTable } from './support/figures.ts'
import { openCached } from './support/cached-database.ts'

// Matches an hour of new signals with 1,000 campaigns of 200 agencies, with 20 million signals of thirty days stored
// and with a tenth of that, in alternation. Compared with a plain join of the same signals with the campaigns' phrases.

const many = Number(process.env['BENCH_ROWS'] ?? 20_000_000)
const few = Math.round(many / 10)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const campaigns = 1_000
const hour_ms = 3_600_000
/** How many signals arrive in an hour if `many` arrive in thirty days. */
const anHour = Math.round(many / days / 24)
/** The end of the stored signals: noon, so that all rounds fall on one day. */
const now_ms = Date.UTC(2026, 10, 20, 12)

interface Side {
  name: string
  kept: number
  db: BenchDatabase
  times_s: number[]
  floor_s: number[]
  matches: number
}

const side = (name: string, kept: number, db: BenchDatabase): Side => ({
  name,
  kept,
  db,
  times_s: [],
  floor_s: [],
  matches: 0,
})

const fewDb = await createBenchDatabase()
await fillSignals(fewDb, { signals: few, campaigns, now_ms })
const { db: manyDb } = await openCached('signals', 'bench/signals/fill.ts', { many, campaigns, now_ms }, (db) =>
  fillSignals(db, { signals: many, campaigns, now_ms }),
)
try {
  const sides = [side('few', few, fewDb), side('many', many, manyDb)]
  for (const one of sides) await forgetRounds(one)
  // The first round warms up both and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const one of round % 2 === 0 ? sides : sides.toReversed()) await matchAnHour(one, round)
  await report(sides)
} finally {
  await fewDb.close()
  await manyDb.close()
}

/** Deletes the signals that an earlier run inserted. */
async function forgetRounds({ db }: Side): Promise<void> {
  const admin = await openAdmin(db)
  await admin.query('delete from signal where at >= $1', [new Date(now_ms)])
  await admin.query('truncate search_match, agency_signal_watermark, hit')
  await admin.query(
    'update signal_watermark set (done_tx, done_id) = (select tx, id from signal order by tx desc, id desc limit 1)',
  )
  await admin.end()
}

async function matchAnHour(one: Side, round: number): Promise<void> {
  const { db } = one
  const from_ms = now_ms + round * hour_ms
  const admin = await openAdmin(db)
  await insertSignals(admin, {
    first: many + round * anHour + 1,
    count: anHour,
    from_ms,
    until_ms: from_ms + hour_ms - 1_000,
  })
  const clock = createStillClock(from_ms + hour_ms)
  const platform = { appPool: db.appPool, identityPool: db.appPool, clock } as unknown as Platform
  const began_ms = performance.now()
  const { signals, matches } = await matchSignals(platform)
  const matched_ms = performance.now()
  if (signals !== anHour) throw new Error(`${signals} of ${anHour} signals were matched`)
  await admin.query(
    `select p.text, s.person_id, count(*), max(s.at) from signal s join signal_phrase p on p.id = s.phrase_id
      where s.at >= $1 and p.id % 7 = 0 group by 1, 2`,
    [new Date(from_ms)],
  )
  await admin.end()
  if (round === 0) return
  one.times_s.push((matched_ms - began_ms) / 1000)
  one.floor_s.push((performance.now() - matched_ms) / 1000)
  one.matches += matches
}

async function report(sides: readonly Side[]): Promise<void> {
  const text = (value: number): string => value.toLocaleString('en-US')
  printTable(
    [
      `${text(anHour)} new signals, ${text(campaigns)} campaigns; medians of ${rounds}`,
      's',
      'plain join, s',
      'matches',
    ],
    sides.map(({ kept, times_s, floor_s, matches }) => [
      `${text(kept)} kept`,
      median(times_s).toFixed(2),
      median(floor_s).toFixed(3),
      Math.round(matches / rounds),
    ]),
  )
  const ratios = sides[1]!.times_s.map((time_s, at) => time_s / sides[0]!.times_s[at]!)
  console.log(
    JSON.stringify({
      bench: 'signals',
      hour_s: Number(median(sides[1]!.times_s).toFixed(2)),
      many_over_few: Number(median(ratios).toFixed(3)),
    }),
  )
}
