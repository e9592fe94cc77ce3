import { request } from 'node:http'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyNth } from '../proofs.ts'
import { forgetPassword, verifyResetToken } from '#contract/sign-in/password.ts'
import { login, refreshToken } from '#contract/sign-in/session.ts'
import { readMe } from '#contract/people/user.ts'
import { readDomain } from '#contract/branding/domain.ts'
import type { Limit, Operation } from '#contract/core/operation.ts'
import { chooseKey, sealBody } from '#contract/core/seal-body.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { newToken } from '#server/platform/ids.ts'
import { makeTree, type TestTree } from '../factories.ts'
import { withDatabaseAccess } from '../kill-stage.ts'
import { createTestPlatform } from '../platform.ts'
import { freePort } from '../free-port.ts'
import { startProgramProcess, type ProgramProcess } from '../program-process.ts'
import { makeTestFolder } from '../test-folder.ts'

// Two programs in separate processes on one database share each rate limit, and a kill does not reset it. All limits of
// all operations are in server/test/access/limits.test.ts; here is one of each kind, over sockets.

let tree: TestTree
let programs: [Program, Program]
const folder = makeTestFolder()

interface Program {
  port: number
  process: ProgramProcess
}

async function start(port: number): Promise<Program> {
  // Both use one data folder: the first starts the database, the other finds it running.
  const process = await startProgramProcess(port, folder, { ROLES: 'web', CAPTCHA: 'off' })
  await process.ready()
  return { port, process }
}

beforeAll(async () => {
  programs = [await start(await freePort()), await start(await freePort())]
  tree = await withDatabaseAccess(folder, makeTree)
})
afterAll(async () => {
  for (const { process } of programs) await process.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  retryAfter: number
  body: string
}

const sendOnce = (
  { port }: Program,
  method: string,
  path: string,
  parts: { body?: string; token?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers: Record<string, string> = { host: 'acme.localhost' }
    if (parts.body !== undefined) headers['content-type'] = 'application/json'
    if (parts.token) headers['authorization'] = `Bearer ${parts.token}`
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode!, retryAfter: Number(response.headers['retry-after']), body }),
      )
    })
    call.on('error', reject)
    call.end(parts.body)
  })

/** A program that is too busy to count a call answers 503: it is asked again, and each time with a body of its own. */
async function whileBusy(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask()
  for (; answer.status === 503; answer = await ask()) await sleep(500)
  return answer
}

const send = (...call: Parameters<typeof sendOnce>): Promise<Answer> => whileBusy(() => sendOnce(...call))

async function sendSealed(on: Program, { method, path }: Operation, body: unknown): Promise<Answer> {
  const { keys } = JSON.parse((await send(on, 'GET', '/api/keys')).body) as { keys: Parameters<typeof chooseKey>[0] }
  const key = await chooseKey(keys)
  return whileBusy(async () => {
    const content = { method, path: `/api${path}`, body, now_ms: Date.now(), jti: newToken() }
    return sendOnce(on, method, `/api${path}`, { body: JSON.stringify({ dt: await sealBody(key, content) }) })
  })
}

let guesses = 0
const outsider = (): string => `guess${guesses++}@acme.test`
const limit = (operation: Operation, by: Limit['by']): Limit => operation.limits!.find((each) => each.by === by)!
const general: Limit = { count: 300, perSeconds: 60, by: 'user' }

/** One row per way of counting: by account, by IP address with and without a sealed body, and by user overall. */
const rows: [title: string, limit: Limit, begin: () => Promise<(on: Program) => Promise<Answer>>][] = [
  [
    'wrong passwords for one account',
    limit(login, 'account'),
    async () => {
      const username = outsider()
      return (on) => sendSealed(on, login, { username, password: 'guess' })
    },
  ],
  [
    'mails to one account',
    limit(forgetPassword, 'account'),
    async () => {
      const username = outsider()
      return (on) => sendSealed(on, forgetPassword, { username })
    },
  ],
  [
    'links tried from one address',
    limit(verifyResetToken, 'address'),
    async () => (on) => sendSealed(on, verifyResetToken, { token: newToken(), email: outsider() }),
  ],
  [
    'sessions renewed from one address',
    limit(refreshToken, 'address'),
    async () => (on) => sendSealed(on, refreshToken, { refresh_token: newToken() }),
  ],
  [
    'hosts looked up from one address',
    limit(readDomain, 'address'),
    async () => (on) => send(on, 'GET', '/api/domainsubdomain/domain/acme.localhost'),
  ],
  [
    'calls of one person',
    general,
    async () => {
      const { owner } = tree.acme
      const person = { userId: owner.id, rootId: owner.rootId, kind: owner.kind }
      const session = await withDatabaseAccess(folder, async (sight) => {
        const platform = await createTestPlatform(sight)
        return startSession(platform, person, owner.host).finally(() => platform.close())
      })
      return (on) => send(on, 'GET', `/api${readMe.path}`, { token: session.tokens.access_token })
    },
  ],
]

const windowOf = ({ perSeconds }: Limit): number => Math.floor(Date.now() / (perSeconds * 1_000))

/** Windows follow the real clock here: work that crosses the end of one is repeated in a new window. */
async function withinOneWindow<T>(of: Limit, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = windowOf(of)
    const result = await work()
    if (windowOf(of) === before) return result
    const window_ms = of.perSeconds * 1_000
    if (window_ms <= 60_000) await sleep(window_ms - (Date.now() % window_ms))
  }
}

// Wrong passwords and calls per user represent the two ways of counting that the others share.
test.each(everyNth(rows, rows.length - 1))(
  '%s are allowed as often as promised by two programs, one of them killed and restarted',
  async (_title, of, begin) => {
    const statuses = await withinOneWindow(of, async () => {
      const call = await begin()
      const first: number[] = []
      for (let at = 0; at < of.count; at++) first.push((await call(programs[at % 2]!)).status)
      const then = [await call(programs[0]), await call(programs[1])]
      await programs[0].process.kill()
      programs[0] = await start(programs[0].port)
      return { first, then: [...then, await call(programs[0])] }
    })
    expect(statuses.first.filter((status) => status === 429)).toEqual([])
    expect(statuses.then.map(({ status }) => status)).toEqual([429, 429, 429])
    for (const { retryAfter } of statuses.then) {
      expect(retryAfter).toBeGreaterThan(0)
      expect(retryAfter).toBeLessThanOrEqual(of.perSeconds)
    }
  },
)
