import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleServer } from '../../scripts/bundle.mjs'
import { projectRoot } from '../platform/project-root.ts'

/** The program as `npm start` runs it, in a separate process that can be killed. */
export interface ProgramProcess {
  pid: number
  /** Resolves when `/readyz` succeeds; throws if the process ends before. */
  ready(): Promise<void>
  /** Whether it ended without being stopped or killed. */
  endedByItself(): boolean
  /** Kills it like a power failure, with all its processes. */
  kill(): Promise<void>
  /** Stops it gracefully and waits. */
  stop(): Promise<void>
}

let bundle: Promise<string> | undefined

/** Bundles the program once per test file. */
function bundleProgram(): Promise<string> {
  const folder = join(projectRoot, '.tmp', `program-${process.pid}`)
  bundle ??= bundleServer({ main: join(projectRoot, 'server/entry/main.ts') }, folder).then(() =>
    join(folder, 'main.js'),
  )
  return bundle
}

/** The settings from which a program without a demo world creates its operator. */
const firstRoot = {
  ROOT_COMPANY: 'Operator',
  ROOT_HOST: 'app.leadloom.test',
  ROOT_EMAIL: 'root@leadloom.test',
  ROOT_PASSWORD: 'a-password-for-tests',
}

/** Starts the program when it should refuse to run. Returns its exit code and its message to the operator. */
export async function startRefused(
  dataDir: string,
  env: Record<string, string>,
  user: { uid?: number } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [await bundleProgram()], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(user.uid === undefined ? {} : { uid: user.uid, gid: user.uid }),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...env },
  })
  let text = ''
  child.stderr.on('data', (part) => (text += String(part)))
  const patience = setTimeout(() => child.kill('SIGTERM'), 60_000)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(patience)
  return { code, said: text }
}

export async function startProgramProcess(
  port: number,
  dataDir: string,
  env: Record<string, string | undefined>,
): Promise<ProgramProcess> {
  const child = spawn(process.execPath, [await bundleProgram()], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...firstRoot,
      ...env,
    },
  })
  const exit = once(child, 'exit')
  let isAsked = false
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isAsked = true
    child.kill(signal)
    await exit
  }
  return {
    pid: child.pid!,
    ready: () => waitUntilReady(port, child),
    endedByItself: () => !isAsked && child.exitCode !== null,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function waitUntilReady(port: number, child: ChildProcess): Promise<void> {
  while ((await statusOf(port, '/readyz')) !== 200) {
    if (child.exitCode !== null) throw new Error(`the program exited with ${child.exitCode}`)
    await sleep(20)
  }
}

const statusOf = (port: number, path: string): Promise<number> =>
  new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, path, agent: false, timeout: 1_000 }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(0))
    outgoing.end()
  })
