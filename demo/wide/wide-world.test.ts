import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { sandboxEnv } from '#server/test/payments.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { fillWide } from '../fill-demo.ts'
import { readHistory, readUnfinished, restOfWide } from '../history/make-history.ts'
import type { SandboxClock } from '../payments.ts'
import { seedDemo } from '../seed.ts'
import { demoId, wideCompanies } from '../world.ts'
import { wideAgencies } from './wide-agencies.ts'
import { readWorld } from './world-size.ts'

const began_ms = Date.UTC(2026, 10, 4, 18)
/** Back to before a month's end, so that there is something to invoice. */
const days = 6
const agencies = [wideAgencies[0]!.company, wideAgencies[1]!.company, restOfWide]

describe('the wide world', () => {
  let db: TestDatabase
  let platform: TestPlatform
  let sandbox: Sandbox
  const never = new AbortController().signal
  const clock: SandboxClock = { past_ms: null }
  const rowsOf = async (text: string): Promise<Record<string, unknown>[]> => (await db.adminPool.query(text)).rows

  beforeAll(async () => {
    db = await createTestDatabase({ app: 10 })
    sandbox = await startSandbox({ now: () => clock.past_ms ?? began_ms })
    platform = await createTestPlatform(db, {
      clock: createStillClock(began_ms),
      env: {
        ...sandboxEnv(sandbox),
        DEMO_WORLD: 'wide',
        DEMO_DAYS: String(days),
      },
    })
    await seedDemo(platform)
    // Two of the agencies are enough here.
    await db.adminPool.query('delete from demo_history where agency <> all ($1)', [agencies])
    // Killed while the first agency's past is made.
    const stopping = new AbortController()
    const filling = fillWide(platform, sandbox, clock, stopping.signal)
    await vi.waitFor(
      async () => expect(await rowsOf('select from demo_history where steps_done > 0')).not.toEqual([]),
      {
        timeout: 60_000,
      },
    )
    stopping.abort()
    await filling
  }, 120_000)
  afterAll(async () => {
    await platform.close()
    await sandbox.stop()
    await db.drop()
  })

  it('has eight agencies and forty clients, each with its details', async () => {
    expect((await readWorld(platform)).size).toBe('wide')
    const kinds = await rowsOf(
      `select kind, count(*)::int as companies, count(company_profile)::int as profiles
         from company left join company_profile on company_id = company.id group by kind order by kind`,
    )
    expect(kinds).toEqual([
      { kind: 'agency', companies: 8, profiles: 8 },
      { kind: 'client', companies: 40, profiles: 40 },
      { kind: 'root', companies: 1, profiles: 1 },
    ])
    expect(wideCompanies).toHaveLength(49)
  })

  it('goes on where a stopped start left off, and leaves agencies alone whose past is not made', async () => {
    expect(await readHistory(platform)).toBeLessThan(100)
    expect(await readUnfinished(platform)).toContain(demoId(agencies[1]!))
    await fillWide(platform, sandbox, clock, never)
    expect(await readHistory(platform)).toBeNull()
    const [hits] = await rowsOf('select count(*)::int as hits, count(distinct id)::int as ids from hit')
    expect(hits!['hits']).toBe(hits!['ids'])
    expect(await readUnfinished(platform)).toEqual([])
  }, 120_000)

  it('leaves nothing to send, and every destination on', async () => {
    expect(await rowsOf(`select 1 from delivery where status = 'waiting'`)).toEqual([])
    expect(await rowsOf(`select 1 from destination where status = 'disabled'`)).toEqual([])
    expect(await rowsOf(`select 1 from delivery where last_error_code = 'destination_disabled'`)).toEqual([])
  })

  it('has no two leads of a campaign at one moment', async () => {
    const [leads] = await rowsOf(
      `select count(*)::int as leads, count(distinct (campaign_id, created_at))::int as moments from lead`,
    )
    expect(leads!['leads']).toBeGreaterThan(50)
    expect(leads!['moments']).toBeGreaterThan(Number(leads!['leads']) * 0.98)
  })

  it('adds up with its invoices, however often they are made', async () => {
    const count = () => rowsOf('select status, count(*)::int as charges from charge group by status order by status')
    const charges = await count()
    expect(charges.map(({ status }) => status)).toEqual(expect.arrayContaining(['declined', 'succeeded']))
    // As after a kill just before it is noted.
    await db.adminPool.query('update demo_history set finished_at = null where agency = $1', [restOfWide])
    await fillWide(platform, sandbox, clock, never)
    expect(await readHistory(platform)).toBeNull()
    expect(await count()).toEqual(charges)
    const books = await verifyLedger(platform.appPool, [verifyLeads])
    expect(books.flatMap(({ problems }) => problems)).toEqual([])
    expect(books.length).toBeGreaterThan(1)
  }, 60_000)
})
