import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#server/test/free-port.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { createSignals } from '../signals.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { addressFromUrl, createPools, settingsStatement } from './pool.ts'
import { settleAddress } from './settle-address.ts'

test.each([
  ['-c role=leadloom_app', `select set_config('role', 'leadloom_app', false)`],
  [
    '-c work_mem=7MB  --statement-timeout=5000 -csearch_path=a\\ b',
    `select set_config('work_mem', '7MB', false), set_config('statement_timeout', '5000', false), set_config('search_path', 'a b', false)`,
  ],
  [`-c x.y=it's`, `select set_config('x.y', 'it''s', false)`],
  ['', null],
])('the options %j become a statement', (options, statement) => {
  expect(settingsStatement(options)).toBe(statement)
})

const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

/** With PgBouncer where it is installed: its own behavior is what matters here. */
describe.skipIf(!hasPooler)('behind PgBouncer', () => {
  const folder = makeTestFolder()
  const poolers: ChildProcess[] = []
  let server: EmbeddedPostgres
  beforeAll(async () => {
    server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), profile: 'test', diesWithProgram: true })
    // PgBouncer refuses to run as root, whose name is the only one that the server lets in.
    writeFileSync(join(folder, 'postgres/cluster/pg_hba.conf'), 'local all all trust\n')
    const admin = new pg.Client(server.adminConfig)
    await admin.connect()
    await admin.query('select pg_reload_conf()')
    await admin.end()
  })
  afterEach(() => poolers.splice(0).forEach((child) => child.kill('SIGKILL')))
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function startPooler(mode: string, more = ''): Promise<string> {
    const port = await freePort()
    const file = join(folder, `pgbouncer-${port}.ini`)
    writeFileSync(
      file,
      `[databases]\nleadloom = host=${server.socketFolder} user=leadloom_owner\n[pgbouncer]\nlisten_addr = 127.0.0.1
listen_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n${more}\n`,
    )
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    poolers.push(spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...user }))
    const url = `postgres://leadloom_owner@127.0.0.1:${port}/leadloom`
    for (;;) {
      const client = new pg.Client(url)
      const isUp = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      if (isUp) return url
      await sleep(50)
    }
  }

  test.each([
    ['that refuses options', ''],
    ['that drops them', 'ignore_startup_parameters = options'],
  ])('in session mode %s, connections have their role and settings, and signals arrive', async (_how, more) => {
    const address = await settleAddress(addressFromUrl(await startPooler('session', more)))
    expect(address.isPooled).toBe(true)
    const pools = createPools(address, () => {}, { app: 2 })
    const facts = `select current_user::text as me, current_setting('TimeZone') as zone,
      current_setting('statement_timeout') as patience, current_setting('citus.propagate_set_commands') as nodes`
    const asApp = { me: 'leadloom_app', zone: 'UTC', patience: '5s', nodes: 'local' }
    expect((await pools.appPool.query(facts)).rows).toEqual([asApp])
    expect((await pools.ownerPool.query(facts)).rows).toEqual([{ ...asApp, me: 'leadloom_owner', patience: '0' }])
    const signals = await createSignals(pools.ownerPool, () => {})
    const heard = new Promise((resolve) => signals.on('clock', resolve))
    await pools.appPool.query(`select pg_notify('leadloom', '{"kind":"clock","offset_ms":7}')`)
    expect(await heard).toEqual({ kind: 'clock', offset_ms: 7 })
    await signals.close()
    await pools.close()
  })

  test.each(['transaction', 'statement'])('in %s mode, the start is refused with a sentence', async (mode) => {
    const address = addressFromUrl(await startPooler(mode))
    await expect(settleAddress(address)).rejects.toThrow(/set its pool_mode to session, or name the database’s own/)
  })

  test('a server without a pooler keeps its options', async () => {
    const url = `postgres://leadloom_owner@localhost/leadloom?host=${encodeURIComponent(server.socketFolder)}`
    expect((await settleAddress(addressFromUrl(url))).isPooled).toBeUndefined()
    expect(await settleAddress({ owner: {}, app: {} })).toEqual({ owner: {}, app: {} })
  })
})
