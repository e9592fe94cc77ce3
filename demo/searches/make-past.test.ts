import { afterAll, beforeAll, expect, it } from 'vitest'
import { matchSignals } from '#server/areas/leads/match/match-signals.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { makeHistory } from '../history/make-history.ts'
import { seedDemo } from '../seed.ts'
import { makeSearchPast } from './make-past.ts'

/** In the night of the agencies' zone, America/Chicago: the last searches of the past were matched on the day before. */
const began_ms = Date.UTC(2026, 10, 20, 7, 30)
const clock = createStillClock(began_ms)

let db: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  db = await createTestDatabase({ app: 10 })
  platform = await createTestPlatform(db, { clock, env: { OUTGOING_ALLOW: '127.0.0.1:9', DEMO_DAYS: '2' } })
  await seedDemo(platform)
  await makeHistory(platform, new AbortController().signal)
  await makeSearchPast(platform, new AbortController().signal)
}, 120_000)
afterAll(async () => {
  await platform.close()
  await db.drop()
})

it('leaves nobody whom the next hour would sell by itself', async () => {
  const readSales = async (): Promise<unknown> =>
    (await db.adminPool.query(`select count(*)::int as people from search_match where outcome = 'lead'`)).rows[0]
  expect(await readSales()).not.toEqual({ people: 0 })
  clock.advance(30 * 60_000)
  await matchSignals(platform)
  const { rows } = await db.adminPool.query<{ offered: number }>(
    'select count(*)::int as offered from search_match where offered_at > $1',
    [new Date(began_ms)],
  )
  expect(rows).toEqual([{ offered: 0 }])
})
