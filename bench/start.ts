import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntilFilled } from '#demo/commands/request-desk.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { freePort } from '#server/test/free-port.ts'
import { median, printTable } from './support/figures.ts'

// How long `npm start` takes, installed and built, until /readyz succeeds: on a new folder, which creates database and
// demo world (its past follows later), and again on that folder. The floor: an npm script that only starts Node.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)

await main()

async function main(): Promise<void> {
  const firsts: number[] = []
  const agains: number[] = []
  const floors: number[] = []
  for (let round = 0; round < rounds; round++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-start-'))
    chmodSync(dataDir, 0o755)
    // Wait for the demo's past, which is generated in the background, so that the next starts find an idle world.
    firsts.push(await timeStart(dataDir, true))
    agains.push(await timeStart(dataDir), await timeStart(dataDir))
    floors.push(await timeFloor())
    rmSync(dataDir, { recursive: true, force: true })
  }
  const [first_ms, again_ms, floor_ms] = [median(firsts), median(agains), median(floors)]
  printTable(
    ['npm start until /readyz', 'median ms', 'target'],
    [
      ['new folder: database and demo world', Math.round(first_ms), 15_000],
      ['with its database', Math.round(again_ms), 1_500],
      ['floor: npm and an empty Node', Math.round(floor_ms), ''],
    ],
  )
  console.log(
    JSON.stringify({
      bench: 'start',
      first_ms: Math.round(first_ms),
      again_ms: Math.round(again_ms),
      floor_ms: Math.round(floor_ms),
      ratio: Number((floor_ms / again_ms).toFixed(2)),
    }),
  )
}

/** Milliseconds from the command to the first ready response; stops the program afterwards. */
async function timeStart(dataDir: string, untilWhole = false): Promise<number> {
  const port = await freePort()
  const began_ms = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    detached: true,
  })
  const exit = new Promise((done) => child.once('exit', done))
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error('the program exited before it was ready')
    await sleep(10)
  }
  const took_ms = performance.now() - began_ms
  if (untilWhole) await waitUntilFilled(port)
  // Signal the process group: npm forwards the signal, but may end before its child.
  process.kill(-child.pid!, 'SIGTERM')
  await exit
  await waitUntilGone(port)
  return took_ms
}

async function waitUntilGone(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))) return
    await sleep(20)
  }
  throw new Error('the program did not stop')
}

async function timeFloor(): Promise<number> {
  const began_ms = performance.now()
  const child = spawn('npm', ['exec', '--silent', '--', 'node', '-e', '0'], { cwd: projectRoot, stdio: 'ignore' })
  await new Promise((done) => child.once('exit', done))
  return performance.now() - began_ms
}
