import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntilFilled } from '#demo/commands/request-desk.ts'
import { freePort } from '#server/test/free-port.ts'
import { makeTestFolder, databaseFolderRoot } from '#server/test/test-folder.ts'
import { makeClusterDatabase } from './cluster.ts'

const projectRoot = join(import.meta.dirname, '../..')
const startWithin_ms = 90_000
/** Usually takes half a minute. If part of the past failed it never completes, and the suite restarts (decision 73). */
const wholeWithin_ms = 600_000

export interface RunningProgram {
  port: number
  dataDir: string
  child: ChildProcess
  /** Ends it as an operator would. */
  end(): Promise<void>
  /** Ends it, and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts the built program on a new database with the demo world, as `npm start` does on a new machine, or on the one in
 * `DATA_DIR`.
 */
export async function startProgram(env: Record<string, string> = {}): Promise<RunningProgram> {
  const port = await freePort()
  const database = await makeClusterDatabase()
  const dataDir = env['DATA_DIR'] ?? makeTestFolder(databaseFolderRoot())
  mkdirSync(join(projectRoot, '.tmp'), { recursive: true })
  const log = createWriteStream(join(projectRoot, '.tmp', `program-${port}.log`))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DEMO_WORLD: 'small',
      DEMO_DAYS: '2',
      ...(database && { DATABASE_URL: database.url }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  const program: RunningProgram = {
    port,
    dataDir,
    child,
    async end() {
      const exit = new Promise((resolve) => child.once('exit', resolve))
      if (child.kill('SIGTERM')) await exit
    },
    async stop() {
      await program.end()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await waitUntilReady(port, child)
    // The past is generated in the background, and its payments on a clock set in the past, so nobody may pay
    // meanwhile. Two days of past are enough here.
    if (env['DEMO'] !== 'off') await waitUntilFilled(port, wholeWithin_ms)
  } catch (error) {
    await program.stop()
    throw error
  }
  return program
}

async function waitUntilReady(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + startWithin_ms
  while (Date.now() < until) {
    if (child.exitCode !== null)
      throw new Error(`the program exited with ${child.exitCode}; see .tmp/program-${port}.log`)
    // On a busy machine a start is followed by half a second in which calls are refused: browsers try again, tests don't.
    const answers = await Promise.all(
      ['/readyz', '/api/keys'].map((path) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)),
    )
    if (answers.every((answer) => answer?.ok)) return
    await sleep(100)
  }
  throw new Error(`the program was not ready within ${startWithin_ms} ms; see .tmp/program-${port}.log`)
}
