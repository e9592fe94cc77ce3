import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keywordsOf } from '#contract/campaigns/keywords.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { countSearchers, type HomePlaces, type SearchCountQuery } from './count-searchers.ts'
import { packSearchers } from './pack-searchers.ts'
import { readSearchers } from './read-searchers.ts'
import { dropOldSignals } from './signal-days.ts'
import { writeSignals, type NewSignal } from './write-signals.ts'

// Counts from packed lists, from unpacked signals and from both equal a plain SQL count of the signals, in random
// worlds where signals are added, packed and dropped in any order.

const day_ms = 86_400_000
const start_ms = Date.UTC(2026, 10, 21, 13, 30)
const texts = ['roof repair', 'roof repair cost', 'cheap roof repair', 'gutter cleaning'] as const
const questions = ['roof repair', '"roof repair"', 'roof repair, -cheap', 'gutter, roof cost', 'nobody asked this']
const homes = ['60601', '60602', '10001'] as const
/** Ids of all sizes, on both sides of a page boundary and of the 32-bit limit. */
const people = [1, 2, 31, 32, 65_535, 65_536, 65_537, 4_294_967_295, 4_294_967_296, 1_099_511_627_775]

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(emptyWorld)

async function emptyWorld(): Promise<void> {
  // The previous world may have advanced until these partitions were dropped.
  await ensureDayPartitions(db.ownerPool, 'signal', start_ms, { daysBack: 11, daysAhead: 1 })
  await db.adminPool.query(
    'delete from signal; delete from signal_phrase; delete from searchers_of_day; delete from person',
  )
  await db.adminPool.query(`update searchers_watermark set done_tx = 0, done_id = '${lowestUuidAt(0)}'`)
  await db.adminPool.query(
    `insert into person (id, first_name, last_name, state, zip, source, updated_at) overriding system value
     select id, 'Ann', 'Example', 'IL', '60601', 'test', '2026-01-01' from unnest($1::bigint[]) id`,
    [people],
  )
}

const countPacked = (asked: SearchCountQuery, places: HomePlaces): Promise<[number, number, boolean]> =>
  countSearchers(db.appPool, asked, 5_000, async (count) => [
    await count.nationwide(),
    await count.livingIn(places),
    await count.areAtLeast(3),
  ])

/** The same counts in plain SQL, from the texts that each question should match. */
async function counting(asked: SearchCountQuery, meant: readonly string[], { zips, states }: HomePlaces) {
  const { rows } = await db.adminPool.query<{ all: number; here: number }>(
    `select count(distinct person_id)::int as all,
            count(distinct person_id) filter (where exists (
              select from person where person.id = person_id and (zip = any($4) or state = any($5))))::int as here
       from signal join signal_phrase phrase on phrase.id = phrase_id
      where phrase.text = any($1) and kind = 'search' and signal.id >= $2 and signal.id < $3`,
    [meant, lowestUuidAt(asked.since_ms), lowestUuidAt(asked.until_ms + 1), zips, states],
  )
  return [rows[0]!.all, rows[0]!.here, rows[0]!.all >= 3]
}

const answers: Record<string, readonly string[]> = {
  'roof repair': texts.slice(0, 3),
  '"roof repair"': texts.slice(0, 1),
  'roof repair, -cheap': texts.slice(0, 2),
  'gutter, roof cost': [texts[1], texts[3]],
  'nobody asked this': [],
}

/** Any time within the days that count, including their boundaries. */
const ago_ms = fc.oneof(
  fc.integer({ min: 0, max: 9 * day_ms }),
  fc.integer({ min: 0, max: 9 }).map((days) => days * day_ms),
  fc.integer({ min: 0, max: 9 }).map((days) => days * day_ms + 1),
  fc.integer({ min: 0, max: 9 }).map((days) => days * day_ms + (start_ms % day_ms)),
)
const search = fc.record({
  personId: fc.constantFrom(...people),
  text: fc.constantFrom(...texts),
  kind: fc.constantFrom('search' as const, 'search' as const, 'page' as const),
  ago_ms,
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('search'), searches: fc.array(search, { maxLength: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pack'), most: fc.constantFrom(1, 3, 100_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      personId: fc.constantFrom(...people),
      zip: fc.constantFrom(...homes, null),
      state: fc.constantFrom('IL', 'NY'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase'), personId: fc.constantFrom(...people) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time'), days: fc.integer({ min: 1, max: 35 }) }) },
) as fc.Arbitrary<Step>
type Step =
  | { kind: 'search'; searches: { personId: number; text: string; kind: 'search' | 'page'; ago_ms: number }[] }
  | { kind: 'pack'; most: number }
  | { kind: 'move'; personId: number; zip: string | null; state: string }
  | { kind: 'erase'; personId: number }
  | { kind: 'time'; days: number }

const question = fc.record({
  keyword: fc.constantFrom(...questions),
  days: fc.integer({ min: 0, max: 8 }),
  ended_ms: fc.constantFrom(0, 1, day_ms / 2, day_ms),
  places: fc.record({
    zips: fc.subarray([...homes]),
    states: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constant(['NY']) }),
  }),
})

class World {
  readonly clock = createStillClock(start_ms)

  async take(step: Step): Promise<unknown> {
    const { adminPool } = db
    switch (step.kind) {
      case 'search':
        return this.search(
          step.searches.map(({ ago_ms, ...one }) => ({ ...one, at_ms: this.clock.now() - ago_ms, zip: null })),
        )
      case 'pack':
        return packSearchers(db.appPool, step.most)
      case 'move':
        return adminPool.query('update person set zip = $2, state = $3 where id = $1', [
          step.personId,
          step.zip,
          step.state,
        ])
      case 'erase':
        return adminPool.query('delete from person where id = $1', [step.personId])
      case 'time':
        this.clock.advance(step.days * day_ms)
        await ensureDayPartitions(db.ownerPool, 'signal', this.clock.now(), { daysBack: 11, daysAhead: 1 })
        return dropOldSignals({ identityOwnerPool: db.ownerPool, identityPool: db.appPool, clock: this.clock })
    }
  }

  async search(signals: NewSignal[]): Promise<void> {
    const client = await db.appPool.connect()
    try {
      await writeSignals(client, signals)
    } finally {
      client.release()
    }
  }
}

test('counts equal those of plain SQL, in random worlds that change', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(fc.tuple(step, question), { minLength: 1, maxLength: 12 }), async (steps) => {
        const world = new World()
        for (const [change, { keyword, days, ended_ms, places }] of steps) {
          await world.take(change)
          const until_ms = world.clock.now() - ended_ms
          const query = { keywords: keywordsOf(keyword), since_ms: until_ms - days * day_ms, until_ms }
          expect(await countPacked(query, places)).toEqual(await counting(query, answers[keyword]!, places))
        }
      })
      .beforeEach(emptyWorld),
    { numRuns: sampleOf(12, 60) },
  )
}, 180_000)

test('packed days are read from lists only, and too many unpacked signals are reported', async () => {
  const world = new World()
  const searches = people.flatMap((personId, at) =>
    [0, 1, 3].map((days) => ({
      personId,
      text: 'roof repair',
      kind: 'search' as const,
      at_ms: start_ms - days * day_ms - at,
      zip: null,
    })),
  )
  await world.search(searches)
  const { rows } = await db.adminPool.query<{ id: number }>('select id from signal_phrase')
  const readSize = async (most: number): Promise<number | undefined> => {
    const client = await db.appPool.connect()
    try {
      const query = { phraseIds: rows.map(({ id }) => id), since_ms: start_ms - 2 * day_ms, until_ms: start_ms }
      return (await readSearchers(client, query, most))?.size
    } finally {
      client.release()
    }
  }
  expect(await readSize(2 * people.length - 1)).toBeUndefined()
  expect(await readSize(2 * people.length)).toBe(people.length)
  // Another test's transaction may briefly hold back later signals.
  await expect.poll(() => packSearchers(db.appPool).then(() => readSize(0))).toBe(people.length)
})
