import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount, type Account } from './embedded/account.ts'
import { prepareBinaries, type Binaries } from './embedded/binaries.ts'
import { ensureCluster } from './embedded/cluster.ts'
import { chooseDataFolder, socketFolder } from './embedded/data-folder.ts'
import {
  ask,
  isServerOf,
  logTail,
  readLockFile,
  removeStaleLocks,
  spawnServer,
  stopServer,
} from './embedded/postmaster.ts'
import { settingArguments, type Profile, type Settings } from './embedded/settings.ts'
import { StartProblem } from '../start-problem.ts'
import { prepareRoles } from './roles.ts'

export interface EmbeddedOptions {
  /** A folder for the database only; created if absent. */
  dataDir: string
  profile?: Profile
  /** PostgreSQL settings that override the profile's. */
  settings?: Settings
  /** Stops the server however this program ends. For tests; otherwise the next start reuses the running server. */
  diesWithProgram?: boolean
  /** Receives messages for the operator: where the data is, and that the server was restarted. */
  say?: (text: string) => void
}

export interface EmbeddedPostgres {
  socketFolder: string
  /** The superuser, for administration and tests only. */
  adminConfig: pg.ClientConfig
  /** The tables' owner: not a superuser, so that it behaves like the owner on an external server. */
  ownerConfig: pg.ClientConfig
  /** The program's own role: neither the owner nor exempt from row-level security. */
  appConfig: pg.ClientConfig
  /** The server's current process id; changes after a crash. */
  pid(): number
  /** Stops the server unless another program also uses it. */
  stop(): Promise<void>
}

const useLock = 7_426_001
const readyWithin_ms = 60_000
const hangsAfter_ms = 10_000
const startAttempts = 5

/**
 * Runs a real PostgreSQL from npm's binaries on a UNIX socket, or joins the one that already runs in this folder: left
 * by a killed program, or started by another process. If the server dies, it is restarted while this program runs.
 * Throws with the server's own message if it cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => {})
  const account = chooseAccount(join(options.dataDir, 'cluster'))
  const place = chooseDataFolder(options.dataDir, account, say)
  const binaries = prepareBinaries(place, account, say)
  const cluster = await ensureCluster(place, binaries.initdb, account, options.profile ?? 'normal')
  const server = new Server(options, { account, place, binaries, cluster, say })
  await server.use()
  const config = (user: string, database: string): pg.ClientConfig => ({ host: server.folder, user, database })
  return {
    socketFolder: server.folder,
    adminConfig: config('postgres', 'postgres'),
    ownerConfig: config('leadloom_owner', 'leadloom'),
    appConfig: config('leadloom_app', 'leadloom'),
    pid: () => server.pid,
    stop: () => server.release(),
  }
}

interface Setup {
  account: Account
  place: string
  binaries: Binaries
  cluster: string
  say: (text: string) => void
}

/** One running server as this program sees it, and this program's claim on it. */
class Server {
  folder = ''
  pid = 0
  readonly #options: EmbeddedOptions
  readonly #setup: Setup
  #share: pg.Client | null = null
  #releasing = false
  #recovering: Promise<void> = Promise.resolve()

  constructor(options: EmbeddedOptions, setup: Setup) {
    this.#options = options
    this.#setup = setup
  }

  /** Makes sure that a server runs, and marks it as in use for as long as this program runs. */
  async use(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.#ensureRunning()
      try {
        return await this.#join()
      } catch (error) {
        // Another process may be stopping the server that just responded.
        if (attempt === startAttempts) throw error
        await sleep(attempt * 100)
      }
    }
  }

  async #join(): Promise<void> {
    await prepareRoles(this.#adminConfig())
    const share = new pg.Client(this.#adminConfig())
    share.on('error', () => {})
    await share.connect()
    await share.query('select pg_advisory_lock_shared($1)', [useLock])
    share.on('end', () => {
      this.#recovering = this.#recover()
    })
    this.#share = share
  }

  async release(): Promise<void> {
    this.#releasing = true
    await this.#recovering
    const share = this.#share
    if (!share) return
    this.#share = null
    const last = await share
      .query<{ last: boolean }>('select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last', [useLock])
      .then(({ rows }) => rows[0]?.last === true)
      // The connection is lost: the server is gone, or about to be.
      .catch(() => true)
    await share.end().catch(() => {})
    if (!last) return
    await stopServer(this.#setup.cluster, this.pid)
    if (!this.folder.startsWith(this.#setup.place)) rmSync(this.folder, { recursive: true, force: true })
  }

  /** The server went away while in use. Retries until it is back: pools reconnect by themselves. */
  async #recover(): Promise<void> {
    for (let attempt = 1; !this.#releasing; attempt++) {
      try {
        await this.use()
        this.#setup.say(`PostgreSQL had exited and was restarted (process ${this.pid})`)
        return
      } catch (error) {
        this.#setup.say(`PostgreSQL exited and cannot be restarted: ${(error as Error).message}`)
        await sleep(Math.min(attempt * 200, 5_000))
      }
    }
  }

  #adminConfig(): pg.ClientConfig {
    return { host: this.folder, user: 'postgres', database: 'postgres' }
  }

  async #ensureRunning(): Promise<void> {
    const { cluster } = this.#setup
    const deadline = AbortSignal.timeout(readyWithin_ms)
    let hangs = AbortSignal.timeout(hangsAfter_ms)
    while (!deadline.aborted) {
      const lock = readLockFile(cluster)
      if (!lock || !isServerOf(cluster, lock.pid)) {
        await this.#startPatiently(lock?.socketFolder)
        hangs = AbortSignal.timeout(hangsAfter_ms)
        continue
      }
      this.folder = lock.socketFolder ?? this.folder
      const answer = lock.socketFolder ? await ask(this.#adminConfig(), cluster) : 'silent'
      if (answer === 'ready') {
        this.pid = lock.pid
        return
      }
      if (answer === 'starting') hangs = AbortSignal.timeout(hangsAfter_ms)
      // Alive but unresponsive for too long, so it is replaced.
      if (hangs.aborted) await stopServer(cluster, lock.pid, true)
      await sleep(10)
    }
    throw new StartProblem(`PostgreSQL was not ready within ${readyWithin_ms / 1000} s\n${logTail(this.#logFile())}`)
  }

  /** Sessions of a killed server hold its shared memory for a moment, and no other can start meanwhile. */
  async #startPatiently(earlierFolder: string | undefined): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#start(earlierFolder)
      } catch (error) {
        if (attempt === startAttempts) throw error
        await sleep(attempt * 100)
      }
    }
  }

  async #start(earlierFolder: string | undefined): Promise<void> {
    const { account, place, binaries, cluster } = this.#setup
    const folder = socketFolder(place, this.folder || earlierFolder, account)
    await removeStaleLocks(cluster, folder)
    const settings = { ...this.#options.settings, unix_socket_directories: `"${folder}"` }
    const child = spawnServer(binaries.postgres, settingArguments(this.#options.profile ?? 'normal', settings), {
      cluster,
      logFile: this.#logFile(),
      account,
      diesWithProgram: this.#options.diesWithProgram ?? false,
    })
    const ending = new Promise<'ended'>((resolve) => {
      child.once('exit', () => resolve('ended'))
      child.once('error', () => resolve('ended'))
    })
    for (;;) {
      const state = await Promise.race([ending, sleep(5, 'waiting' as const)])
      const lock = readLockFile(cluster)
      // The lock may be ours or that of a faster program: the caller checks.
      if (lock?.socketFolder && isServerOf(cluster, lock.pid)) return
      if (state === 'ended') throw new StartProblem(`PostgreSQL failed to start:\n${logTail(this.#logFile())}`)
    }
  }

  #logFile(): string {
    return join(this.#setup.place, 'postgres.log')
  }
}
