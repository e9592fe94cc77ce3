import { setTimeout as sleep } from 'node:timers/promises'
import { parseCrontab } from 'graphile-worker'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createStillClock } from './clock.ts'
import { inScope } from './database/scope.ts'
import { addJob, crontabOf, heldBack, setUpJobs, startJobs } from './jobs.ts'
import type { Platform } from './platform.ts'

describe('background jobs', () => {
  let db: TestDatabase
  let platform: Platform
  beforeAll(async () => {
    db = await createTestDatabase()
    // The parts of the platform that jobs need: its database, clock and log.
    platform = { ...db, clock: createStillClock(0), log: pino({ level: 'silent' }) } as unknown as Platform
    return () => db.drop()
  })

  it('run when their transaction commits, and never after a rollback', async () => {
    const payloads: unknown[] = []
    const jobs = await startJobs(platform, [{ name: 'note', run: async (_, payload) => void payloads.push(payload) }])
    const failure = inScope(db.appPool, { kind: 'none' }, async (tx) => {
      await addJob(tx, 'note', { n: 1 })
      throw new Error('rolled back')
    })
    await expect(failure).rejects.toThrow('rolled back')
    await inScope(db.appPool, { kind: 'none' }, (tx) => addJob(tx, 'note', { n: 2 }))
    await vi.waitFor(() => expect(payloads).toEqual([{ n: 2 }]), 5_000)
    await jobs.stop()
  })

  it('are held but for mail, and go on afterward', async () => {
    const ran: string[] = []
    const note = (name: string, mails = false) => ({ name, mails, run: async () => void ran.push(name) })
    const jobs = await startJobs(platform, [note('held'), note('mailed', true)])
    await jobs.hold(true)
    await inScope(db.appPool, { kind: 'none' }, async (tx) => {
      await addJob(tx, 'held', {})
      await addJob(tx, 'mailed', {})
    })
    await vi.waitFor(() => expect(ran).toEqual(['mailed']), 5_000)
    expect(jobs.isAlive()).toBe(true)
    await jobs.hold(false)
    await vi.waitFor(() => expect(ran).toEqual(['mailed', 'held']), 15_000)
    await jobs.stop()
  })

  it('of one queue take turns by agency, however many one agency has queued', async () => {
    const ask = (agencyId: string, n: number) =>
      inScope(db.appPool, { kind: 'none' }, (tx) =>
        addJob(tx, 'file', { agencyId, n }, { queue: 'files', fairBy: agencyId }),
      )
    for (let n = 1; n <= 10; n++) await ask('many', n)
    for (let n = 1; n <= 2; n++) await ask('few', n)
    await ask('one', 1)
    const turns: string[] = []
    const run = async (_: unknown, payload: unknown): Promise<void> => {
      const { agencyId, n } = payload as { agencyId: string; n: number }
      turns.push(`${agencyId} ${n}`)
    }
    const jobs = await startJobs(platform, [{ name: 'file', run }])
    await vi.waitFor(() => expect(turns).toHaveLength(13), 20_000)
    await jobs.stop()
    expect(turns.slice(0, 6)).toEqual(['many 1', 'few 1', 'one 1', 'many 2', 'few 2', 'many 3'])
    expect(turns.slice(6)).toEqual([4, 5, 6, 7, 8, 9, 10].map((n) => `many ${n}`))
  })

  it('are retried when their worker was killed', async () => {
    await inScope(db.appPool, { kind: 'none' }, (tx) => addJob(tx, 'orphan', {}))
    await db.ownerPool.query(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = clock_timestamp() - interval '1 minute', attempts = 1`,
    )
    let runs = 0
    const jobs = await startJobs(platform, [{ name: 'orphan', run: async () => void runs++ }])
    await vi.waitFor(() => expect(runs).toBe(1), 8_000)
    await jobs.stop()
  })

  it('that recur have one run waiting, however often one failed', async () => {
    const [item, ...others] = parseCrontab(
      crontabOf([
        { name: 'recurs', everyMinutes: 5, run: async () => {} },
        { name: 'asked-for', run: async () => {} },
      ]),
    )
    expect(others).toEqual([])
    const { task, options } = item!
    // As the queue schedules it when it is due.
    const comesRound = () =>
      db.ownerPool.query('select graphile_worker.add_job($1, job_key => $2, job_key_mode => $3)', [
        task,
        options.jobKey,
        options.jobKeyMode,
      ])
    await comesRound()
    await db.ownerPool.query(
      `update graphile_worker._private_jobs set attempts = 3, last_error = 'failed', run_at = run_at + interval '1 hour'`,
    )
    await comesRound()
    const { rows } = await db.ownerPool.query<{ attempts: number }>(
      `select attempts from graphile_worker.jobs where task_identifier = 'recurs'`,
    )
    expect(rows).toEqual([{ attempts: 0 }])
  })

  it('that are held back run when they are queued, but on their schedule only once they may', async () => {
    const ran: unknown[] = []
    let mayRecur = false
    const run = async (_: unknown, payload: unknown): Promise<void> => void ran.push((payload as { by: string }).by)
    const jobs = await startJobs(
      platform,
      heldBack([{ name: 'held', everyMinutes: 5, run }], () => mayRecur),
    )
    const add = (payload: object) => inScope(db.appPool, { kind: 'none' }, (tx) => addJob(tx, 'held', payload))
    // As the library's crontab queues it.
    await add({ by: 'an early schedule', _cron: { ts: '2026-11-27T08:00:00Z', backfilled: false } })
    await add({ by: 'a person' })
    await vi.waitFor(() => expect(ran).toEqual(['a person']), 5_000)
    mayRecur = true
    await add({ by: 'a schedule', _cron: { ts: '2026-11-27T08:05:00Z', backfilled: false } })
    await vi.waitFor(() => expect(ran).toEqual(['a person', 'a schedule']), 5_000)
    await jobs.stop()
  })

  it('that send email run immediately while the owner’s long statements run, and a late one is logged', async () => {
    const lines: { msg: string }[] = []
    const log = pino(
      { level: 'warn' },
      { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) },
    )
    const lateLines = () => lines.filter(({ msg }) => msg === 'an email was sent late because the queue was busy')
    const payloads: unknown[] = []
    const mail = { name: 'mail', mails: true, run: async (_: unknown, payload: unknown) => void payloads.push(payload) }
    const now = Date.now()
    const jobs = await startJobs({ ...platform, log, clock: createStillClock(now) }, [mail])
    const long = Array.from({ length: 5 }, () => db.ownerPool.query('select pg_sleep(4)'))
    await inScope(db.appPool, { kind: 'none' }, (tx) => addJob(tx, 'mail', { n: 1 }))
    await vi.waitFor(() => expect(payloads).toEqual([{ n: 1 }]), 2_500)
    expect(lateLines()).toEqual([])
    await Promise.all(long)
    await db.ownerPool.query(
      `select graphile_worker.add_job('mail', '{"n": 2}', run_at => clock_timestamp() - interval '1 minute')`,
    )
    await vi.waitFor(() => expect(payloads).toHaveLength(2), 5_000)
    expect(lateLines()).toMatchObject([{ job: 'mail' }])
    await jobs.stop()
  })

  it('that take long, or wait for a silent service, do not delay others', async () => {
    let end = (): void => {}
    const silence = new Promise<void>((resolve) => (end = resolve))
    const jobsDone: string[] = []
    const jobs = await startJobs(platform, [
      { name: 'large-file', lane: 'long', run: () => silence },
      { name: 'silent-service', lane: 'outside', run: () => silence },
      { name: 'quick', run: async () => void jobsDone.push('quick') },
    ])
    await inScope(db.appPool, { kind: 'none' }, async (tx) => {
      for (const name of ['large-file', 'silent-service', 'large-file', 'silent-service', 'large-file', 'quick'])
        await addJob(tx, name, {})
    })
    await vi.waitFor(() => expect(jobsDone).toEqual(['quick']), 10_000)
    end()
    await jobs.stop()
    await db.ownerPool.query('delete from graphile_worker._private_jobs')
  })

  it('of a queue start immediately, even if another worker was scanning it when they were added', async () => {
    const payloads: unknown[] = []
    // The worker would poll again only after ten seconds.
    const note = { name: 'note', mails: true, run: async (_: unknown, payload: unknown) => void payloads.push(payload) }
    const add = (n: number) =>
      inScope(db.appPool, { kind: 'none' }, (tx) => addJob(tx, 'note', { n }, { queue: 'sender' }))
    const jobs = await startJobs(platform, [note])
    await add(1)
    await vi.waitFor(() => expect(payloads).toHaveLength(1), 5_000)
    // The worker looks for the next job during these seconds.
    await sleep(4_500)
    const otherConnection = await db.ownerPool.connect()
    await otherConnection.query('begin')
    await otherConnection.query('select from graphile_worker._private_job_queues for update')
    await add(2)
    await sleep(100)
    await otherConnection.query('commit')
    otherConnection.release()
    await vi.waitFor(() => expect(payloads).toHaveLength(2), 3_000)
    await jobs.stop()
  })

  it('of one queue follow each other immediately, however long recording the end of one takes', async () => {
    const payloads: unknown[] = []
    const note = { name: 'note', mails: true, run: async (_: unknown, payload: unknown) => void payloads.push(payload) }
    // While a job's completion is being written its queue is still locked, so nobody finds the next job then.
    await db.ownerPool.query(`
      create function end_slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return old; end $$;
      create trigger end_slowly before delete on graphile_worker._private_jobs for each row execute function end_slowly()`)
    const jobs = await startJobs(platform, [note])
    await inScope(db.appPool, { kind: 'none' }, async (tx) => {
      for (const n of [1, 2, 3, 4, 5]) await addJob(tx, 'note', { n }, { queue: 'one sender' })
    })
    await vi.waitFor(() => expect(payloads).toEqual([1, 2, 3, 4, 5].map((n) => ({ n }))), 15_000)
    await jobs.stop()
    await db.ownerPool.query('drop function end_slowly cascade')
  })

  it('that are planned for later run when they are due', async () => {
    const ran_ms: number[] = []
    const later = { name: 'later', mails: true, run: async () => void ran_ms.push(performance.now()) }
    const jobs = await startJobs(platform, [later])
    const due_ms = performance.now() + 1_500
    await db.ownerPool.query(
      `select graphile_worker.add_job('later', run_at => clock_timestamp() + interval '1500 ms')`,
    )
    await vi.waitFor(() => expect(ran_ms).toHaveLength(1), 8_000)
    await jobs.stop()
    expect(ran_ms[0]! - due_ms).toBeLessThan(1_500)
  })

  it('are not taken from a live worker', async () => {
    await db.ownerPool.query(`insert into worker_heartbeat values ('neighbor', clock_timestamp())`)
    await inScope(db.appPool, { kind: 'none' }, (tx) => addJob(tx, 'theirs', {}))
    await db.ownerPool.query(
      `update graphile_worker._private_jobs set locked_by = 'neighbor', locked_at = clock_timestamp(), attempts = 1`,
    )
    const jobs = await startJobs(platform, [{ name: 'theirs', run: async () => {} }])
    await jobs.stop()
    const { rows } = await db.ownerPool.query('select locked_by from graphile_worker._private_jobs')
    expect(rows).toEqual([{ locked_by: 'neighbor' }])
  })
})

describe('setting up the job queue again', () => {
  it('waits for no backup, and works from several starting processes at once', async () => {
    const db = await createTestDatabase()
    const backup = await db.ownerPool.connect()
    // What pg_dump holds on each table until it has ended.
    await backup.query('begin; lock table graphile_worker._private_jobs in access share mode')
    await Promise.all([1, 2, 3, 4].map(() => setUpJobs(db.ownerPool)))
    await backup.query('commit')
    backup.release()
    await inScope(db.appPool, { kind: 'none' }, (tx) => addJob(tx, 'note', {}))
    await db.drop()
  }, 10_000)
})
