import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asAccount, type Account } from './account.ts'

/** The contents of the lock file of a running (or crashed) server. */
export interface LockFile {
  pid: number
  socketFolder: string | undefined
}

const clusterLock = (cluster: string): string => join(cluster, 'postmaster.pid')

function linesOf(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function readLockFile(cluster: string): LockFile | null {
  const lines = linesOf(clusterLock(cluster))
  return lines && Number(lines[0]) > 0 ? { pid: Number(lines[0]), socketFolder: lines[4] || undefined } : null
}

/**
 * Whether the process is this cluster's server. A process id alone proves nothing: in a restarted container another
 * program soon has the same one. The command line is readable in containers that hide everything else, and empty for a
 * zombie.
 */
export function isServerOf(cluster: string, pid: number): boolean {
  try {
    const [program, flag, folder] =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).split(
            / (-D) (.*?) -c /,
          )
    return basename(program ?? '') === 'postgres' && flag === '-D' && folder === cluster
  } catch {
    return false
  }
}

/**
 * Removes the stale locks of a dead server, on the cluster and on the socket. PostgreSQL itself considers them valid if
 * an unrelated process now has that id, or if the dead process is a zombie.
 */
export async function removeStaleLocks(cluster: string, socketFolder: string): Promise<void> {
  for (const file of [clusterLock(cluster), join(socketFolder, '.s.PGSQL.5432.lock')]) {
    const isHeld = (path: string): boolean => isServerOf(cluster, Number(linesOf(path)?.[0]))
    const lines = linesOf(file)
    if (!lines || isHeld(file)) continue
    // Empty: it is being written right now, or the machine crashed at that moment.
    if (lines[0] === '') await sleep(500)
    // Moved aside first: another process may have started the server since, and then gets its lock back.
    const aside = `${file}.${process.pid}`
    try {
      renameSync(file, aside)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw error
    }
    if (isHeld(aside)) renameSync(aside, file)
    else rmSync(aside)
  }
}

/** `ready` answers queries; `starting` still refuses them (or is shutting down); `silent` does not respond. */
export type Answer = 'ready' | 'starting' | 'silent'

export async function ask(config: pg.ClientConfig, cluster: string): Promise<Answer> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === cluster ? 'ready' : 'silent'
  } catch (error) {
    return (error as pg.DatabaseError).code === '57P03' ? 'starting' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

/** First fast: sessions are terminated, data is written. Then immediate: the next start recovers. Then by force. */
const gently = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** Tells the server to stop and waits until it has exited. A hanging server is not given the first, gentle signal. */
export async function stopServer(cluster: string, pid: number, hangs = false): Promise<void> {
  for (const [signal, patience_ms] of hangs ? gently.slice(1) : gently) {
    if (!isServerOf(cluster, pid)) return
    process.kill(pid, signal)
    for (let waited_ms = 0; waited_ms < patience_ms; waited_ms += 5) {
      if (!isServerOf(cluster, pid)) return
      await sleep(5)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop`)
}

/** Stops the server when this program's end of the pipe closes, even if the program was killed. */
const untilPipeCloses = '(read _ <&3; kill -INT $$) 2>/dev/null & exec "$0" "$@" 3<&-'

const longestLog_bytes = 10_000_000

/**
 * Starts the server in its own session, so that Ctrl-C reaches only the program, which stops the server after finishing
 * its own work. `diesWithProgram` is for tests: a killed run must leave nothing behind.
 */
export function spawnServer(
  postgres: string,
  args: string[],
  options: { cluster: string; logFile: string; account: Account; diesWithProgram: boolean },
): ChildProcess {
  if (existsSync(options.logFile) && statSync(options.logFile).size > longestLog_bytes) {
    renameSync(options.logFile, `${options.logFile}.1`)
  }
  const log = openSync(options.logFile, 'a', 0o600)
  const command = ['-D', options.cluster, ...args]
  const common = {
    cwd: options.cluster,
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...asAccount(options.account),
  }
  const child = options.diesWithProgram
    ? spawn('/bin/sh', ['-c', untilPipeCloses, postgres, ...command], {
        ...common,
        stdio: ['ignore', log, log, 'pipe'],
      })
    : spawn(postgres, command, { ...common, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  const pipe = child.stdio[3] as Socket | null | undefined
  pipe?.unref()
  child.once('exit', () => pipe?.destroy())
  return child
}

/** The end of the server's log, to show if it does not start. */
export function logTail(logFile: string): string {
  return existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-2_000) : ''
}
