import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prove } from '#server/test/proofs.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from './embedded.ts'
import { isServerOf } from './embedded/postmaster.ts'

const isRoot = process.getuid?.() === 0
const slow = { timeout: 60_000 }

let folder: string
let dataDir: string
let running: EmbeddedPostgres[]
let programs: ChildProcess[]

beforeEach(() => {
  folder = makeTestFolder()
  dataDir = join(folder, 'postgres')
  running = []
  programs = []
})

afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL')
  for (const server of running) await server.stop()
  const pointer = join(dataDir, 'postgres-is-at')
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, profile: 'test', diesWithProgram: true, ...options })
  running.push(server)
  return server
}

async function query<Row extends pg.QueryResultRow>(config: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Another program that has started the same database and can be killed. */
async function otherProgram(diesWithProgram: boolean): Promise<{ child: ChildProcess; serverPid: number }> {
  const code = `import { makeTestFolder } from '#server/test/test-folder.ts'
import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const server = await startEmbeddedPostgres(
      { dataDir: ${JSON.stringify(dataDir)}, profile: 'test', diesWithProgram: ${diesWithProgram} })
    console.log(server.pid())`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programs.push(child)
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, serverPid: Number(line.toString()) }
}

const kill = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const isGone = async (pid: number): Promise<boolean> => {
  for (let tries = 0; tries < 1_000; tries++) {
    if (!isServerOf(join(dataDir, 'cluster'), pid)) return true
    await sleep(10)
  }
  return false
}

describe('a new database', () => {
  test('is reachable on a socket that only this user can access, and on no network port', async () => {
    const server = await start()
    const rows = await query<{ name: string; setting: string }>(
      server.adminConfig,
      `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories') order by 1`,
    )
    expect(rows.map((row) => row.setting)).toEqual(['', `"${server.socketFolder}"`])
    expect(statSync(server.socketFolder).mode & 0o777).toBe(0o700)
  })

  test('has an owner and an application role that cannot bypass row-level security', async () => {
    const server = await start()
    const powers = `select current_user::text as me, rolsuper or rolbypassrls or rolcreaterole as mighty,
      (select datdba = r.oid from pg_database where datname = current_database()) as owns
      from pg_roles r where rolname = current_user`
    expect(await query(server.ownerConfig, powers)).toEqual([{ me: 'leadloom_owner', mighty: false, owns: true }])
    expect(await query(server.appConfig, powers)).toEqual([{ me: 'leadloom_app', mighty: false, owns: false }])
  })

  test('does not lose acknowledged writes, sorts the same on every machine and logs no statements', async () => {
    const server = await start({ profile: 'normal' })
    const rows = await query<{ name: string; setting: string }>(
      server.adminConfig,
      `select name, setting from pg_settings where name in
         ('fsync', 'full_page_writes', 'synchronous_commit', 'log_min_error_statement') order by name`,
    )
    expect(rows.map((row) => row.setting)).toEqual(['on', 'on', 'panic', 'on'])
    const [locale] = await query(server.ownerConfig, 'select datlocprovider, datlocale from pg_database limit 1')
    expect(locale).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8' })
  })

  prove("reports the server's own message if it fails to start", async () => {
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/invalid value for parameter/)
  })

  prove('of another major version is rejected with both versions named', async () => {
    await (await start()).stop()
    writeFileSync(join(dataDir, 'cluster/PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/PostgreSQL 17.*PostgreSQL 18/)
  })

  prove('can be in a folder whose path is too long for a socket', async () => {
    dataDir = join(folder, 'a-rather-long-folder-name'.repeat(4), 'postgres')
    const server = await start()
    expect(server.socketFolder.length).toBeLessThan(94)
    expect(await query(server.appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(server.socketFolder)).toBe(false)
  })
})

describe.runIf(isRoot)('started by root', () => {
  test('the server runs as nobody', async () => {
    const server = await start()
    expect(readFileSync(`/proc/${server.pid()}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534\t/m)
  })

  prove(
    'a folder that nobody cannot access is replaced by another, which is reported and found at the next start',
    async () => {
      chmodSync(folder, 0o700)
      const messages: string[] = []
      const first = await start({ say: (text) => messages.push(text) })
      expect(messages).toEqual([
        expect.stringMatching(/cannot access .*: the database is in \/var\/lib\/leadloom\/data-/),
      ])
      await query(first.ownerConfig, 'create table kept as select 1 as one')
      await first.stop()
      const second = await start()
      expect(await query(second.ownerConfig, 'select one from kept')).toEqual([{ one: 1 }])
    },
  )

  test('a missing recorded folder is an error, never silently an empty database', async () => {
    chmodSync(folder, 0o700)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'postgres-is-at'), '/var/lib/leadloom/data-gone\n')
    await expect(start()).rejects.toThrow(/that folder does not exist/)
  })
})

describe('after a crash', () => {
  test('a server left by a killed program is adopted with all its data', slow, async () => {
    const { child, serverPid } = await otherProgram(false)
    await kill(child)
    const server = await start()
    expect(server.pid()).toBe(serverPid)
    await server.stop()
    expect(await isGone(serverPid)).toBe(true)
  })

  prove('a server left by a killed program that no longer responds is stopped and replaced', slow, async () => {
    const { child, serverPid } = await otherProgram(false)
    await kill(child)
    process.kill(serverPid, 'SIGSTOP')
    const server = await start()
    expect(server.pid()).not.toBe(serverPid)
    expect(await isGone(serverPid)).toBe(true)
    expect(await query(server.appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a server that is to stop with its program does', slow, async () => {
    const { child, serverPid } = await otherProgram(true)
    await kill(child)
    expect(await isGone(serverPid)).toBe(true)
  })

  prove('a lock file whose process id now belongs to another process does not prevent a start', async () => {
    const first = await start()
    const files = [join(dataDir, 'cluster/postmaster.pid'), join(first.socketFolder, '.s.PGSQL.5432.lock')]
    const locks = files.map((file) => readFileSync(file, 'utf8'))
    await first.stop()
    // The unrelated process has the server's own user: PostgreSQL by itself refuses to start in that case.
    const outsider = spawn('sleep', ['60'], { uid: isRoot ? 65_534 : undefined, stdio: 'ignore' })
    programs.push(outsider)
    files.forEach((file, at) => writeFileSync(file, locks[at]!.replace(/^\d+/, String(outsider.pid))))
    const second = await start()
    expect(await query(second.appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(second.socketFolder).toBe(first.socketFolder)
  })

  prove('an empty lock file left by a machine that crashed does not prevent a start', async () => {
    await (await start()).stop()
    writeFileSync(join(dataDir, 'cluster/postmaster.pid'), '')
    expect(await query((await start()).appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  prove('a server killed under load restarts by itself with every acknowledged row', slow, async () => {
    const server = await start({ profile: 'normal' })
    await query(server.ownerConfig, 'create table kept (n integer primary key)')
    const numbers: number[] = []
    const pool = new pg.Pool({ ...server.ownerConfig, max: 4 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    let next = 0
    let stopping = false
    const writer = async (): Promise<void> => {
      while (!stopping) {
        const n = next++
        await pool.query('insert into kept values ($1)', [n]).then(
          () => numbers.push(n),
          () => sleep(20),
        )
      }
    }
    const writers = Array.from({ length: 4 }, writer)
    for (let kills = 0; kills < 3; kills++) {
      await sleep(300)
      const before = server.pid()
      process.kill(before, 'SIGKILL')
      const enough = numbers.length + 100
      const back = (): boolean => numbers.length >= enough && server.pid() !== before
      for (let tries = 0; !back() && tries < 2_000; tries++) await sleep(10)
      expect(back()).toBe(true)
    }
    stopping = true
    await Promise.all(writers)
    const { rows } = await pool.query<{ n: number }>('select n from kept')
    const numbersStored = new Set(rows.map((row) => row.n))
    expect(numbers.filter((n) => !numbersStored.has(n))).toEqual([])
    await pool.end()
  })

  prove('what an interrupted first start left incomplete is removed', async () => {
    const half = join(dataDir, 'cluster.making-4194304-1')
    mkdirSync(half, { recursive: true })
    await start()
    expect(existsSync(half)).toBe(false)
  })
})

describe('two programs on one database', () => {
  test('that start at the same moment share one server, which the last one to exit stops', async () => {
    const [first, second] = await Promise.all([start(), start()])
    expect(first.pid()).toBe(second.pid())
    await first.stop()
    expect(await query(second.appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    expect(isServerOf(join(dataDir, 'cluster'), second.pid())).toBe(false)
  })

  prove('that start while the other stops the server get a new one', slow, async () => {
    let server = await start()
    for (let round = 0; round < 10; round++) {
      // A little later in each round, so that start and stop overlap at different moments.
      const [, next] = await Promise.all([server.stop(), sleep(round * 2).then(() => start())])
      server = next
      expect(await query(server.appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
    }
  })

  prove('lose the server and both get it back', slow, async () => {
    const [first, second] = await Promise.all([start(), start()])
    process.kill(first.pid(), 'SIGKILL')
    const before = first.pid()
    for (let tries = 0; (first.pid() === before || second.pid() === before) && tries < 1_000; tries++) await sleep(10)
    expect(first.pid()).toBe(second.pid())
    expect(await query(first.appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
