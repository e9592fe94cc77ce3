import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isServerOf, readLockFile, type LockFile } from '../platform/database/embedded/postmaster.ts'
import { createPools, type Pools } from '../platform/database/pool.ts'
import { startHitLoad, type HitLoad } from './hit-load.ts'
import { freePort } from './free-port.ts'
import { startProgramProcess, type ProgramProcess } from './program-process.ts'
import { makeTestFolder } from './test-folder.ts'

/** Access to the database as the superuser, and as the program. */
export interface DatabaseAccess extends Pools {
  adminPool: pg.Pool
}

export interface KillStage {
  program: ProgramProcess
  load: HitLoad
  killProgram(): Promise<void>
  killPostmaster(): Promise<void>
  killBackend(): Promise<void>
  look<T>(work: (sight: DatabaseAccess) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const lanes = 24

/**
 * The program in a separate process, on a durable embedded database, under a load of hits. `prepare` fills the database
 * and returns the function that makes the next hit.
 */
export async function setKillStage(
  env: Record<string, string>,
  prepare: (sight: DatabaseAccess) => Promise<() => { i: string }>,
): Promise<KillStage> {
  const dataDir = makeTestFolder()
  const port = await freePort()
  const start = async (): Promise<ProgramProcess> => {
    const program = await startProgramProcess(port, dataDir, env)
    await program.ready()
    return program
  }
  const lockFile = (): Promise<LockFile> => lockFileIn(dataDir)
  const look = <T>(work: (sight: DatabaseAccess) => Promise<T>): Promise<T> => withDatabaseAccess(dataDir, work)
  let program = await start()
  const load = startHitLoad(port, lanes, await look(prepare))
  return {
    get program() {
      return program
    },
    load,
    look,
    async killProgram() {
      await program.kill()
      program = await start()
    },
    async killPostmaster() {
      process.kill((await lockFile()).pid, 'SIGKILL')
    },
    async killBackend() {
      process.kill(await look(({ adminPool }) => pidOfWriter(adminPool)), 'SIGKILL')
    },
    async close() {
      await load.stop()
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits for the running server's lock file: after a kill there is none, or that of the dead server. */
async function lockFileIn(dataDir: string): Promise<LockFile> {
  const cluster = join(dataDir, 'postgres', 'cluster')
  for (;;) {
    const lock = readLockFile(cluster)
    if (lock?.socketFolder && isServerOf(cluster, lock.pid)) return lock
    await sleep(10)
  }
}

/** Runs work on the database of a program that keeps its data in this folder. */
export const withDatabaseAccess = async <T>(dataDir: string, work: (sight: DatabaseAccess) => Promise<T>): Promise<T> =>
  withSight((await lockFileIn(dataDir)).socketFolder!, work)

async function withSight<T>(socketFolder: string, work: (sight: DatabaseAccess) => Promise<T>): Promise<T> {
  const config = (user: string): pg.ClientConfig => ({ host: socketFolder, user, database: 'leadloom' })
  const pools = createPools({ owner: config('leadloom_owner'), app: config('leadloom_app') }, () => {}, { app: 3 })
  const adminPool = new pg.Pool({ ...config('postgres'), max: 2 })
  adminPool.on('error', () => {})
  // The server may still be starting.
  while (!(await adminPool.query('select 1').catch(() => null))) await sleep(50)
  try {
    return await work({ ...pools, adminPool })
  } finally {
    await Promise.all([adminPool.end(), pools.close()])
  }
}

/** The process id of one of the program's connections that is busy. */
async function pidOfWriter(pool: pg.Pool): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'leadloom_app' and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    if (rows[0]) return rows[0].pid
  }
}
