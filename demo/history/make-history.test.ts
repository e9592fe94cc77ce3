import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { addWebhooks } from '../connect-receiver.ts'
import { seedDemo } from '../seed.ts'
import { makeHistory } from './make-history.ts'
import { planHistory } from './plan-history.ts'

const began_ms = Date.UTC(2026, 10, 20, 18)
const days = 10
const day_ms = 86_400_000
const agency = 'Brightside Media'

describe("a plan of the demo's history", () => {
  it('is the same for the same start', () => {
    expect(planHistory(agency, { began_ms, days }, 8080)).toEqual(planHistory(agency, { began_ms, days }, 8080))
  })

  it('covers the weeks before, in order', () => {
    const times = planHistory(agency, { began_ms, days }, 8080).map(({ at_ms }) => at_ms)
    expect(times.length).toBeGreaterThan(300)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times[0]).toBeGreaterThan(began_ms - days * day_ms)
    expect(times.at(-1)).toBeLessThan(began_ms)
  })

  it('has eight weeks before the usual history, with unknown visitors who come back week after week', () => {
    const busyFrom_ms = began_ms - 30 * day_ms
    const hits = planHistory(agency, { began_ms, days: 30 }, 8080)
    const early = hits.filter(({ at_ms }) => at_ms < busyFrom_ms)
    expect(early[0]!.at_ms).toBeLessThan(busyFrom_ms - 7 * 7 * day_ms)
    expect(early[0]!.at_ms).toBeGreaterThanOrEqual(began_ms - 87 * day_ms)
    expect(early.every(({ isNews, body }) => !isNews && body['h'] === undefined)).toBe(true)
    expect(early.length).toBeLessThan(hits.length / 3)
    const weeksOf = new Map<unknown, Set<number>>()
    for (const { at_ms, body } of hits) {
      const weeks = weeksOf.get(body['v']) ?? new Set<number>()
      weeksOf.set(body['v'], weeks.add(Math.floor((began_ms - at_ms) / (7 * day_ms))))
    }
    const ofEarly = new Set(early.map(({ body }) => body['v']))
    const returning = [...ofEarly].filter((visitor) => weeksOf.get(visitor)!.size > 1)
    expect(returning.length).toBeGreaterThan(ofEarly.size / 2)
    const newsHits = hits.filter(({ isNews, body }) => isNews && ofEarly.has(body['v']))
    expect(newsHits.length).toBeGreaterThan(0)
  })
})

describe('the history of an agency', () => {
  let db: TestDatabase
  let platform: TestPlatform
  const rowsOf = async (text: string): Promise<Record<string, unknown>[]> => (await db.adminPool.query(text)).rows

  beforeAll(async () => {
    db = await createTestDatabase({ app: 10 })
    platform = await createTestPlatform(db, {
      clock: createStillClock(began_ms),
      env: { OUTGOING_ALLOW: '127.0.0.1:9', DEMO_DAYS: String(days) },
    })
    await seedDemo(platform)
    await addWebhooks(platform, 'http://127.0.0.1:9/webhook')
    // One agency is enough here and takes half the time.
    await db.adminPool.query('delete from demo_history where agency <> $1', [agency])
    // Interrupts the run, as when the program stops, and resumes it.
    const stopping = new AbortController()
    const history = makeHistory(platform, stopping.signal)
    setTimeout(() => stopping.abort(), 1_000)
    await history
    await makeHistory(platform, new AbortController().signal)
  }, 120_000)
  afterAll(async () => {
    await platform.close()
    await db.drop()
  })

  it('is complete, even if it was interrupted', async () => {
    expect(
      await rowsOf('select steps = steps_done as whole, finished_at is not null as finished from demo_history'),
    ).toEqual([{ whole: true, finished: true }])
    const hitsPlanned = planHistory(agency, { began_ms, days }, platform.config.PORT).filter(({ body }) => 'i' in body)
    expect(await rowsOf('select count(*)::int as visits from visit')).toEqual([{ visits: hitsPlanned.length }])
  })

  it('contains visits that ended at many stages', async () => {
    const reasons = (await rowsOf('select distinct reason from visit_count')).map(({ reason }) => reason)
    expect(reasons).toEqual(
      expect.arrayContaining([
        'lead',
        'returning',
        'no_key',
        'no_match',
        'bot',
        'opted_out',
        'limit_reached',
        'privacy_gpc',
      ]),
    )
  })

  it('has leads at many different times, each before the demo started', async () => {
    const [leads] = await rowsOf(
      'select count(*)::int as leads, count(distinct created_at)::int as times, max(created_at) as newest from lead',
    )
    expect(leads!['leads']).toBeGreaterThan(50)
    expect(leads!['times']).toBeGreaterThan(Number(leads!['leads']) * 0.9)
    expect((leads!['newest'] as Date).getTime()).toBeLessThan(began_ms)
  })

  it('is paid to the cent', async () => {
    const books = await verifyLedger(platform.appPool, [verifyLeads])
    expect(books.map(({ problems, transfers }) => [problems, transfers > 100])).toEqual([[[], true]])
  })

  it('leaves nothing to send', async () => {
    expect(await rowsOf(`select 1 from delivery where status = 'waiting' or next_attempt_at is not null`)).toEqual([])
    const [deliveries] = await rowsOf(`select count(*)::int as deliveries from delivery where status = 'delivered'`)
    expect(deliveries!['deliveries']).toBeGreaterThan(50)
  })

  it('is created once', async () => {
    const before = await rowsOf('select count(*) from hit')
    await makeHistory(platform, new AbortController().signal)
    expect(await rowsOf('select count(*) from hit')).toEqual(before)
  })
})
