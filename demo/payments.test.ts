import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcileChargesJob } from '#server/areas/payments/charges/reconcile.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { sandboxEnv } from '#server/test/payments.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeHistory } from './history/make-history.ts'
import { seedPayments, type SandboxClock } from './payments.ts'
import { seedDemo } from './seed.ts'

const began_ms = Date.UTC(2026, 10, 20, 18)
const day_ms = 86_400_000
const agency = 'Acme Growth'

describe("the payments of the demo's history, while the program runs its own jobs", () => {
  let db: TestDatabase
  let platform: TestPlatform
  let sandbox: Sandbox
  const rowsOf = async (text: string): Promise<Record<string, unknown>[]> => (await db.adminPool.query(text)).rows

  /** A platform that runs the program's own jobs before each step, so that everything that can interleave does. */
  function withBusyJobs(): Platform {
    const appPool = Object.create(db.appPool) as typeof db.appPool
    appPool.connect = (async () => {
      await runJobs(db, platform)
      await reconcileChargesJob.run(platform, {})
      return db.appPool.connect()
    }) as typeof appPool.connect
    appPool.query = db.appPool.query.bind(db.appPool)
    return { ...platform, appPool }
  }

  beforeAll(async () => {
    const clock = createStillClock(began_ms)
    const sandboxClock: SandboxClock = { past_ms: null }
    db = await createTestDatabase({ app: 10 })
    sandbox = await startSandbox({ now: () => sandboxClock.past_ms ?? clock.now() })
    platform = await createTestPlatform(db, { clock, env: { ...sandboxEnv(sandbox), DEMO_DAYS: '2' } })
    await seedDemo(platform)
    await db.adminPool.query('delete from demo_history where agency <> $1', [agency])
    await makeHistory(platform, new AbortController().signal)
    // The other queued jobs belong to the history.
    await db.adminPool.query('delete from graphile_worker._private_jobs')
    await seedPayments(withBusyJobs(), sandbox, sandboxClock)
  }, 240_000)
  afterAll(async () => {
    await platform.close()
    await sandbox.stop()
    await db.drop()
  })

  it('are charged when they were due', async () => {
    const days = await rowsOf(
      `select (extract(epoch from a.sent_at) * 1000 - ${began_ms}) / ${day_ms} as sent,
              (extract(epoch from c.created_at) * 1000 - ${began_ms}) / ${day_ms} as due
         from charge_attempt a join charge c on c.agency_id = a.agency_id and c.id = a.charge_id order by c.created_at`,
    )
    expect(days.length).toBeGreaterThan(14)
    expect(Number(days[0]!['sent'])).toBe(-84)
    expect(days.map(({ sent }) => sent)).toEqual(days.map(({ due }) => due))
  })

  it('all exist at the payment provider', async () => {
    expect(
      await rowsOf('select subject_kind, amount_cents::integer, booked_at from gateway_gap order by booked_at'),
    ).toEqual([])
    expect(
      await rowsOf("select kind, amount_cents::integer, created_at from gateway_entry where state = 'open'"),
    ).toEqual([])
    // The charge without a connected account is the agency's own wallet's; the others are its clients'.
    expect(
      await rowsOf(
        `select account_id <> '' as connected, count(*)::integer from gateway_entry
          where subject_kind = 'charge' group by 1 order by 1`,
      ),
    ).toEqual([
      { connected: false, count: 1 },
      { connected: true, count: 14 },
    ])
  })
})
