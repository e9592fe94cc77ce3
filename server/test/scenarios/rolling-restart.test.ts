import { request } from 'node:http'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { makePixel, type TestPixel } from '../collector.ts'
import { freePort } from '../free-port.ts'
import { withDatabaseAccess } from '../kill-stage.ts'
import { startProgramProcess, startRefused, type ProgramProcess } from '../program-process.ts'
import { makeTestFolder } from '../test-folder.ts'

// Processes are replaced one by one under load, as docs/runbooks/upgrade.md says, and no call fails.

const folder = makeTestFolder()
const look_ms = 500
const env = { CAPTCHA: 'off', DRAIN_SECONDS: '4' }

interface Served {
  port: number
  process: ProgramProcess
}

const running = new Set<Served>()
async function start(): Promise<Served> {
  const port = await freePort()
  const server = { port, process: await startProgramProcess(port, folder, env) }
  await server.process.ready()
  running.add(server)
  return server
}

let pixel: TestPixel
beforeAll(async () => {
  await start()
  await start()
  pixel = await withDatabaseAccess(folder, (db) => makePixel(db, { hosts: ['shop.example'] }))
}, 300_000)
afterAll(async () => {
  for (const { process } of running) await process.stop()
  rmSync(folder, { recursive: true, force: true })
})

let visits = 0
/** Visitors have addresses of their own: more than a hit a second from one is refused. */
const nextAddress = (): string => `127.1.${(visits >> 7) % 128}.${1 + (visits++ % 128)}`

interface Answer {
  status: number
  retryAfter_s: number
}

const sendOnce = (port: number, method: string, path: string, body?: string): Promise<Answer> =>
  new Promise((resolve) => {
    const headers = {
      host: 'app.leadloom.test',
      ...(body === undefined ? {} : { 'content-type': 'text/plain', origin: 'https://shop.example' }),
    }
    const localAddress = body === undefined ? '127.0.0.1' : nextAddress()
    const call = request({ host: '127.0.0.1', localAddress, port, method, path, agent: false, headers }, (answer) => {
      answer.resume()
      const retryAfter_s = Number(answer.headers['retry-after'] ?? 0)
      answer.on('end', () => resolve({ status: answer.statusCode!, retryAfter_s }))
    })
    call.on('error', () => resolve({ status: 0, retryAfter_s: 0 }))
    call.end(body)
  })

/** A machine on which a third program starts may be too busy for a moment: then it says when to come again, as proxies do. */
async function send(port: number, method: string, path: string, body?: string): Promise<number> {
  for (let triesLeft = 5; ; triesLeft--) {
    const { status, retryAfter_s } = await sendOnce(port, method, path, body)
    if (status !== 503 || retryAfter_s === 0 || triesLeft === 0) return status
    await sleep(retryAfter_s * 1_000)
  }
}

const hit = (): string =>
  JSON.stringify({
    i: newId(Date.now()).replaceAll('-', ''),
    k: pixel.key,
    t: 'view',
    u: 'https://shop.example/p/1',
    v: newId(Date.now()).replaceAll('-', ''),
    s: newId(Date.now()).replaceAll('-', ''),
  })

/** Sends calls and hits in turns to whoever was ready when it last looked, as a proxy does. */
function startLoad() {
  let isRunning = true
  let ready = [...running]
  const outcomes: string[] = []
  const looking = (async () => {
    while (isRunning) {
      const looks = [...running].map(async (one) =>
        (await sendOnce(one.port, 'GET', '/readyz')).status === 200 ? [one] : [],
      )
      ready = (await Promise.all(looks)).flat()
      await sleep(look_ms)
    }
  })()
  const lane = async (): Promise<void> => {
    for (let n = 0; isRunning; n++) {
      const { port } = ready[n % ready.length]!
      const [what, status] =
        n % 2 === 0
          ? ['hit', await send(port, 'POST', '/collect', hit())]
          : ['call', await send(port, 'GET', '/api/keys')]
      outcomes.push(`${what} ${status}`)
      // One pixel may send 200 hits a second, of which each of three collectors gives a third.
      await sleep(60)
    }
  }
  const lanes = [lane(), lane(), lane(), lane()]
  return {
    /** What did not succeed so far, and how many did. */
    failed: () => outcomes.filter((outcome) => outcome !== 'hit 204' && outcome !== 'call 200'),
    count: () => outcomes.length,
    async stop() {
      isRunning = false
      await Promise.all([looking, ...lanes])
    },
  }
}

test('processes that are replaced one by one under load fail no call and lose no hit', async () => {
  const load = startLoad()
  const first = Array.from(running)
  for (const old of first) {
    await start()
    await old.process.stop()
    running.delete(old)
  }
  await load.stop()
  expect(load.failed()).toEqual([])
  expect(load.count()).toBeGreaterThan(200)
}, 300_000)

test('a process goes on with the tables of a newer program, which an older one does not start with', async () => {
  await withDatabaseAccess(folder, async ({ adminPool }) => {
    await adminPool.query(
      `alter table campaign add column of_a_newer_program integer not null default 0;
       insert into schema_migration (number, name, checksum) values (99999, '99999-of-a-newer-program.sql', 'x')`,
    )
  })
  const load = startLoad()
  // Longer than a process remembers how the tables are.
  await sleep(12_000)
  await load.stop()
  expect(load.failed()).toEqual([])
  const { code, said } = await startRefused(folder, { NODE_ENV: 'test', ...env })
  expect([code, said]).toEqual([1, expect.stringMatching(/newer than this program/)])
}, 120_000)
