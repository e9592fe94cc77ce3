import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { administer } from '#server/test/administer.ts'
import { createUnusedTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createStillClock } from './clock.ts'
import { createPools, type Pools } from './database/pool.ts'
import { inScope } from './database/scope.ts'
import { addJob, startJobs } from './jobs.ts'
import type { Platform } from './platform.ts'

describe('a running job', () => {
  let db: TestDatabase
  let pools: Pools
  let platform: Platform
  beforeAll(async () => {
    db = await createUnusedTestDatabase()
    // The test database's own pools treat a broken connection as a test failure, so the program gets pools of its own.
    pools = createPools(db.address, () => {})
    platform = { ...pools, clock: createStillClock(0), log: pino({ level: 'silent' }) } as unknown as Platform
    return async () => {
      await pools.close()
      await db.drop()
    }
  })
  const ask = (name: string) => inScope(pools.appPool, { kind: 'none' }, (tx) => addJob(tx, name, {}))
  const readJobs = async () => (await pools.ownerPool.query('select id from graphile_worker._private_jobs')).rows

  it('stays with its worker, however long it takes, while others take over the jobs of dead workers', async () => {
    let runs = 0
    let end = (): void => {}
    const run = new Promise<void>((resolve) => (end = resolve))
    const slow = { name: 'slow', run: () => (runs++, run) }
    const first = await startJobs(platform, [slow])
    await ask('slow')
    await vi.waitFor(() => expect(runs).toBe(1), 5_000)
    await pools.ownerPool.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'`)
    const second = await startJobs(platform, [slow])
    await sleep(1_000)
    end()
    await vi.waitFor(async () => expect(await readJobs()).toEqual([]), 5_000)
    await Promise.all([first.stop(), second.stop()])
    expect(runs).toBe(1)
  })

  describe.each([
    ['succeeded', async () => {}],
    ['failed', () => Promise.reject(new Error('the database is away'))],
  ])('that %s while the database was unavailable', (_outcome, endFirst) => {
    it('is run again by the same program, and so are all later jobs', async () => {
      const ran: string[] = []
      const jobs = await startJobs(platform, [
        {
          name: 'first',
          run: async () => {
            ran.push('first')
            if (ran.length > 1) return
            await closeDatabase()
            await endFirst()
          },
        },
        { name: 'second', run: async () => void ran.push('second') },
      ])
      await ask('first')
      await vi.waitFor(() => expect(ran).toEqual(['first']), 5_000)
      await sleep(500)
      await administer(inject('testServer'), `alter database ${db.name} with allow_connections true`)
      await vi.waitFor(() => ask('second'), 5_000)
      await vi.waitFor(() => expect(ran.toSorted()).toEqual(['first', 'first', 'second']), 20_000)
      await vi.waitFor(async () => expect(await readJobs()).toEqual([]), 5_000)
      await jobs.stop()
    })
  })

  async function closeDatabase(): Promise<void> {
    await administer(inject('testServer'), `alter database ${db.name} with allow_connections false`)
    await administer(
      inject('testServer'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${db.name}' and pid <> pg_backend_pid()`,
    )
  }
})
