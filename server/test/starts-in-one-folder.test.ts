import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '../platform/project-root.ts'
import { makeTestFolder } from './test-folder.ts'

// What `npm start` does before the program: several starts in one folder, an interrupt, a program that runs from the build.

const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const script = (name: string): string => JSON.stringify(pathToFileURL(join(projectRoot, 'scripts', name)).href)

let files = 0
function start(code: string): ChildProcess & { said: () => string } {
  const file = join(folder, `${++files}-start.mjs`)
  writeFileSync(file, code)
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  return Object.assign(child, { said: () => output })
}
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(20)
}

test('of several starts one installs at a time, and the lock of a killed one is taken over', async () => {
  const log = join(folder, 'log')
  const lock = join(folder, 'lock')
  writeFileSync(lock, '')
  const long = new Date(Date.now() - 60_000)
  utimesSync(lock, long, long)
  const code = `import { appendFileSync } from 'node:fs'
    import { oneAtATime } from ${script('one-at-a-time.mjs')}
    await oneAtATime(async () => {
      appendFileSync(${JSON.stringify(log)}, 'in ')
      await new Promise((done) => setTimeout(done, 400))
      appendFileSync(${JSON.stringify(log)}, 'out ')
    }, ${JSON.stringify(lock)})`
  const starts = [start(code), start(code), start(code)]
  await Promise.all(starts.map((child) => once(child, 'exit')))
  expect(readFileSync(log, 'utf8')).toBe('in out in out in out ')
  expect(starts.map((child) => child.said()).join('')).toContain('Waiting for another start in this folder')
  expect(existsSync(lock)).toBe(false)
})

test('an interrupt ends the install together with everything that it started', async () => {
  const pids = join(folder, 'pids')
  const child = start(`import { runEnding } from ${script('lib.mjs')}
    await runEnding('sh', ['-c', 'sleep 600 & echo $! > ${pids}; trap "" INT TERM; wait; sleep 600'], 'failed')`)
  await until(() => existsSync(pids) && readFileSync(pids, 'utf8') !== '')
  child.kill('SIGINT')
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(1)
  const grandchild = Number(readFileSync(pids, 'utf8'))
  const isGone = (): boolean =>
    execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
      .split('\n')
      .every((line) => Number(line.trim().split(/\s+/)[0]) !== grandchild || / Z/.test(line))
  await until(isGone)
})

test('a program that runs from the build is seen until it ends, however it ends', async () => {
  const place = join(folder, 'running')
  const here = async (): Promise<readonly number[]> => {
    const { programsHere } = (await import(JSON.parse(script('running-here.mjs')) as string)) as {
      programsHere(folder: string): number[]
    }
    return programsHere(place)
  }
  const code = `import { noteRunning } from ${script('running-here.mjs')}
    noteRunning(${JSON.stringify(place)})
    console.log('runs')
    setTimeout(() => {}, 600_000)`
  const one = start(code)
  await until(() => one.said() !== '')
  expect(await here()).toEqual([one.pid])
  one.kill('SIGKILL')
  await once(one, 'exit')
  expect(await here()).toEqual([])
})
