import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { setUpJobs } from '#server/platform/jobs.ts'
import { newId } from '#server/platform/ids.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import {
  createPipelineWorld,
  md5,
  start_ms,
  type PipelineCampaign,
  type PipelineWorld,
} from '#server/test/pipeline-world.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkClock, checkDatabase } from './check-database.ts'
import { checkLedger } from './check-ledger.ts'
import { checkMail } from './check-mail.ts'
import { checkQueues } from './check-queues.ts'
import { linesOf, look, type Finding } from './finding.ts'

const minute_ms = 60_000

let world: PipelineWorld
let campaign: PipelineCampaign
beforeAll(async () => {
  world = await createPipelineWorld()
  campaign = await world.makeCampaign()
  await setUpJobs(world.db.ownerPool)
  return () => world.close()
})

/** An operator's steps after a restore, read from the runbook. */
const restoredRunbook = /```sql\n([\s\S]+?)```/.exec(
  readFileSync(join(projectRoot, 'docs/runbooks/restored-from-a-dump.md'), 'utf8'),
)![1]!

const problemsOf = (findings: readonly Finding[]): string =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ state, text }) => `${state}: ${text}`)
    .join('\n')
const database = (now_ms = start_ms) => checkDatabase(world.db, now_ms)
const queues = (now_ms = start_ms) => checkQueues({ ...world.db, identityPool: world.db.appPool }, now_ms)

describe('the doctor looks at the database and', () => {
  test('finds a server that can lose acknowledged writes, like the tests’ own', async () => {
    expect(problemsOf(await database())).toContain('is off: a crash loses acknowledged writes')
  })

  test('finds missing partitions, and passes once they exist', async () => {
    expect(problemsOf(await database())).toContain('hit and visit has no partition for tomorrow')
    await world.db.ownerPool.query('alter table hit detach partition hit_of_tests')
    await world.db.ownerPool.query('alter table visit detach partition visit_of_tests')
    for (const table of ['hit', 'visit']) {
      await ensureDayPartitions(world.db.ownerPool, table, start_ms, { daysBack: 0, daysAhead: 1 })
    }
    expect(problemsOf(await database())).not.toContain('partition')
  })

  test('finds pending migrations and a newer database', async () => {
    const last = `(select max(number) from schema_migration)`
    const { rows } = await world.db.ownerPool.query(`delete from schema_migration where number = ${last} returning *`)
    expect(problemsOf(await database())).toContain(`1 pending migrations: ${rows[0].name}`)
    await world.db.ownerPool.query(
      `insert into schema_migration (number, name, checksum) values ($1, $2, $3), (9999, '9999-later.sql', '')`,
      [rows[0].number, rows[0].name, rows[0].checksum],
    )
    expect(problemsOf(await database())).toContain('newer than this program: it has 9999-later.sql')
    await world.db.ownerPool.query('delete from schema_migration where number = 9999')
  })

  test('finds a program that bypasses row-level security', async () => {
    const findings = await checkDatabase({ ownerPool: world.db.ownerPool, appPool: world.db.adminPool }, start_ms)
    expect(problemsOf(findings)).toContain('would run as postgres')
  })

  test('finds a machine whose clock differs from the database’s', async () => {
    const { rows } = await world.db.adminPool.query<{ now: Date }>('select clock_timestamp() as now')
    const look = async (by_ms: number) =>
      problemsOf([await checkClock(world.db.ownerPool, rows[0]!.now.getTime() + by_ms)])
    expect(await look(0)).toBe('')
    expect(await look(60_000)).toContain('the clock of this machine is 60 s ahead of the database’s')
    expect(await look(-90 * 86_400_000)).toContain('behind the database’s')
  })
})

describe('the doctor looks at the queues and', () => {
  test('finds hits that are not being resolved', async () => {
    await world.resolve(campaign)
    expect(problemsOf(await queues())).toBe('')
    const { email } = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(email)], at_ms: start_ms })
    expect(problemsOf(await queues(start_ms + minute_ms - 1))).toBe('')
    expect(problemsOf(await queues(start_ms + minute_ms))).toContain(
      'hits of 1 agencies are unresolved, the oldest for 60 s',
    )
    await world.resolve(campaign)
    expect(problemsOf(await queues(start_ms + minute_ms))).toBe('')
  })

  test('finds a database restored from another server, and passes once the runbook was followed', async () => {
    const person = await world.makePerson()
    const hit = await world.hit(campaign, { hashes: [md5(person.email)] })
    await world.resolve(campaign)
    await world.db.adminPool.query('update resolve_watermark set done_tx = 1000000000000000')
    await world.db.adminPool.query('update hit set tx = 1000000000000000 where id = $1', [hit])
    expect(problemsOf(await queues())).toContain('are from another server')
    await world.db.adminPool.query(restoredRunbook)
    expect(problemsOf(await queues())).toBe('')
    const newcomer = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(newcomer.email)] })
    expect((await world.resolve(campaign)).visits).toBe(1)
  })

  test.each(['signal_watermark', 'searchers_watermark'])('finds a %s of another server', async (table) => {
    await world.db.adminPool.query(`update ${table} set done_tx = 1000000000000000`)
    expect(problemsOf(await queues())).toContain('the watermarks of searches are from another server')
    await world.db.adminPool.query(restoredRunbook)
    expect(problemsOf(await queues())).toBe('')
  })

  test('compares no watermark of hits on a cluster, where each node numbers its own', async () => {
    const { rows } = await world.db.adminPool.query<{ tx: string }>(
      'select max(done_tx)::text as tx from resolve_watermark',
    )
    await world.db.adminPool.query('update resolve_watermark set done_tx = 1000000000000000')
    await world.db.adminPool.query('insert into distribution values (true, 32, now())')
    expect(problemsOf(await queues())).toBe('')
    await world.db.adminPool.query('delete from distribution')
    await world.db.adminPool.query('update resolve_watermark set done_tx = $1', [rows[0]!.tx])
  })

  test('finds deliveries that are overdue or failed for good', async () => {
    const insert = (status: string, next: Date | null) =>
      world.db.adminPool.query(
        `insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status,
                next_attempt_at, created_at) values ($1, $2, $3, $4, $5, $2, $2, $6, $7, $8)`,
        [
          campaign.agencyId,
          newId(start_ms),
          world.tree.root.id,
          campaign.clientId,
          campaign.id,
          status,
          next,
          new Date(start_ms),
        ],
      )
    await insert('dead', null)
    expect(problemsOf(await queues())).toContain('warning: 1 deliveries of the last day failed for good')
    await insert('waiting', new Date(start_ms - 11 * minute_ms))
    expect(problemsOf(await queues())).toContain('failure: 1 deliveries are overdue')
    await world.db.adminPool.query('delete from delivery')
  })

  test('finds jobs that nobody takes', async () => {
    const add = (minutes: number) =>
      world.db.adminPool.query(
        `select graphile_worker.add_job('send-account-mail', '{}'::json, run_at => clock_timestamp() - make_interval(mins => $1))`,
        [minutes],
      )
    await add(9)
    expect(problemsOf(await queues())).toBe('')
    await add(12)
    expect(problemsOf(await queues())).toBe('warning: jobs are waiting: 1 of send-account-mail for 12 min')
    await world.db.adminPool.query('delete from graphile_worker._private_jobs')
  })

  test('finds jobs that failed for good', async () => {
    await world.db.adminPool.query(
      `select graphile_worker.add_job('check-import', '{}'::json);
       update graphile_worker._private_jobs set attempts = max_attempts`,
    )
    expect(problemsOf(await queues())).toContain('jobs failed for good: 1 of check-import')
  })
})

describe('the doctor looks at the ledger and', () => {
  test('verifies every book, and reports what is wrong', async () => {
    const { email } = await world.makePerson()
    await world.visit(campaign, { hashes: [md5(email)] })
    const [fine] = await checkLedger(world.db.appPool)
    expect(fine).toMatchObject({ state: 'ok' })
    expect(fine!.text).toMatch(/^1 books with \d+ transfers are verified/)
    await world.db.adminPool.query(`update lead set retail_price_e4 = 1 where campaign_id = $1`, [campaign.id])
    expect(problemsOf(await checkLedger(world.db.appPool))).toMatch(
      /failure: book .+: lead .+ and its transfers do not match/,
    )
  })
})

describe('the doctor looks at mail and', () => {
  test('passes with a server that responds', async () => {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    const { port } = await new Promise<AddressInfo>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => resolve(listening.address() as AddressInfo))
    })
    expect(problemsOf(await checkMail({ SMTP_URL: `smtp://127.0.0.1:${port}`, demo: false }))).toBe('')
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  test('finds a server that does not respond, without revealing the password', async () => {
    const listener = createServer()
    const port = await new Promise<number>((resolve) =>
      listener.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port)),
    )
    await new Promise((resolve) => listener.close(resolve))
    const findings = await checkMail({ SMTP_URL: `smtp://leads:hidden@127.0.0.1:${port}`, demo: false })
    expect(problemsOf(findings)).toMatch(/^failure: the mail server 127.0.0.1:\d+ cannot be reached \(E\w+\)$/)
    expect(JSON.stringify(findings)).not.toContain('hidden')
  })

  test('warns if no server is configured, except in the demo world', async () => {
    expect(problemsOf(await checkMail({ demo: false }))).toContain('warning: no mail server is configured')
    expect(problemsOf(await checkMail({ demo: true }))).toBe('')
  })
})

describe('the doctor', () => {
  test('finds a data folder that is not a folder', async () => {
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(projectRoot, 'package.json/data') })
    expect(problemsOf(await checkConfiguration(config))).toContain('package.json is not a folder')
    expect(problemsOf(await checkConfiguration(readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() })))).toBe('')
  })

  test('continues when a check fails, and says on a separate line what to do', async () => {
    const findings = await look(() => Promise.reject(new Error('the roof fell in')))
    expect(linesOf('queues', findings)).toEqual([
      'FAILURE  queues         the roof fell in',
      `${' '.repeat(24)}The check itself failed. Fix the problems above first, then run it again.`,
    ])
  })

  test('says what is wrong and what to do, and exits with a matching code', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadloom-doctor-'))
    const run = (env: Record<string, string>) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'server/entry/doctor.ts'], {
        cwd: projectRoot,
        env: { PATH: process.env['PATH'], DATA_DIR: folder, ...env },
        encoding: 'utf8',
      })
    const none = run({})
    expect(none.stdout).toContain('FAILURE  database       there is no database yet')
    expect(none.stdout).toContain('Run npm start: it creates one.')
    expect([none.status, none.stdout.trimEnd().split('\n').at(-1)]).toEqual([1, '1 problem found.'])
    const odd = run({ PORT: 'x', ROLES: 'cook' })
    expect([odd.status, odd.stderr]).toEqual([1, expect.stringMatching(/PORT[\s\S]*ROLES/)])
    rmSync(folder, { recursive: true })
  }, 60_000)
})
