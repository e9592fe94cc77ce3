import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { asAccount, chooseAccount, type Account } from '../../platform/database/embedded/account.ts'
import { makePrivateFolder } from '../../platform/database/embedded/data-folder.ts'
import { logTail, spawnServer } from '../../platform/database/embedded/postmaster.ts'
import { freePort } from '../free-port.ts'

/** One server of a cluster. The first one is the coordinator. */
export interface Node {
  port: number
  /** Kills it like a machine failure: without a flush or a shutdown. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface Nodes {
  all: readonly Node[]
  /** Connection settings of the superuser for a node. */
  admin(node: Node, database?: string): pg.ClientConfig
  /** From now on, acknowledged commits survive a kill. Creating databases is faster without this. */
  makeDurable(): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)
const host = '127.0.0.1'
const readyWithin_ms = 30_000

/** Starts servers with Citus on loopback ports, in a test's folder. They stop when this process ends. */
export async function startNodes(bin: string, folder: string, count = 3): Promise<Nodes> {
  if (!existsSync(join(bin, 'postgres'))) throw new Error(`CITUS_BIN=${bin} contains no PostgreSQL`)
  const account = chooseAccount(join(folder, 'n0'))
  const all: Node[] = []
  let isDurable = false
  for (let at = 0; at < count; at++) all.push(await makeNode(bin, join(folder, `n${at}`), account, () => isDurable))
  await Promise.all(all.map((node) => node.start()))
  return {
    all,
    admin: ({ port }, database = 'postgres') => ({ host, port, user: 'postgres', database }),
    makeDurable: async () => {
      isDurable = true
      await Promise.all(all.map((node) => node.stop()))
      await Promise.all(all.map((node) => node.start()))
    },
    stop: async () => {
      await Promise.all(all.map((node) => node.stop()))
    },
  }
}

async function makeNode(bin: string, folder: string, account: Account, isDurable: () => boolean): Promise<Node> {
  makePrivateFolder(folder, account)
  const data = join(folder, 'data')
  const logFile = join(folder, 'postgres.log')
  const args = [
    '-D',
    data,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--lc-ctype=C.UTF-8',
    '--auth=trust',
  ]
  const environment = { cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, ...asAccount(account) }
  await run(join(bin, 'initdb'), [...args, '--no-sync', '--no-instructions'], environment)
  const port = await freePort()
  let child: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child
    if (!running || running.exitCode !== null) return
    const exit = new Promise((resolve) => running.once('exit', resolve))
    // Unreferenced children don't keep Node alive: without this, the process would exit with code 0 while waiting here.
    running.ref()
    running.kill(signal)
    await exit
    child = null
  }
  return {
    port,
    async start() {
      child = spawnServer(join(bin, 'postgres'), settingsOf(port, isDurable()), {
        cluster: data,
        logFile,
        account,
        diesWithProgram: true,
      })
      await untilReady(port, logFile)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  }
}

function settingsOf(port: number, isDurable: boolean): string[] {
  const onOff = isDurable ? 'on' : 'off'
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: host,
    unix_socket_directories: '',
    shared_preload_libraries: 'citus',
    wal_level: 'logical',
    max_prepared_transactions: 200,
    max_connections: 300,
    max_worker_processes: 200,
    shared_buffers: '64MB',
    max_wal_size: '1GB',
    timezone: 'UTC',
    jit: 'off',
    random_page_cost: 1.1,
    autovacuum: onOff,
    fsync: onOff,
    full_page_writes: onOff,
    synchronous_commit: onOff,
    'citus.local_hostname': host,
    'citus.node_conninfo': 'sslmode=disable',
    'citus.shard_count': 8,
    // The statistics collector would keep a connection to a test's database for another second and block dropping it.
    'citus.enable_statistics_collection': 'off',
    // The program has no triggers on distributed tables, but some tests use one to block a statement.
    'citus.enable_unsafe_triggers': 'on',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function untilReady(port: number, logFile: string): Promise<void> {
  const late_ms = Date.now() + readyWithin_ms
  for (;;) {
    const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > late_ms) throw new Error(`A node failed to start:\n${logTail(logFile)}`, { cause: error })
      await sleep(50)
    }
  }
}
