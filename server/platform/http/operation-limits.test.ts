import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { login } from '#contract/sign-in/session.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { signedInEverywhere } from '#contract/core/access.ts'
import { operation } from '#contract/core/operation.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { routes, accessHooks } from '#server/routes.ts'
import { createTestApp, pathWith, type TestApp } from '#server/test/app.ts'
import { testPassword } from '#server/test/factories.ts'
import { createApp } from './app.ts'
import { bind, type Route } from './route.ts'
import { openTree } from '#server/test/open-tree.ts'

const base = { id: 'own', area: 'test', summary: 'For tests.', access: signedInEverywhere, method: 'GET' } as const
const limitedOperation = operation({
  ...base,
  name: 'limited',
  path: '/test/limited',
  answer: z.object({}),
  limits: [
    { count: 2, perSeconds: 60, by: 'user', message: 'Once more in a minute.' },
    { count: 3, perSeconds: 60, by: 'company' },
  ],
})
const hanging = operation({
  ...base,
  name: 'hanging',
  path: '/test/hanging',
  answer: z.object({}),
  transport: 'download',
})
const search = operation({
  ...base,
  name: 'search',
  path: '/test/search/{text}',
  params: z.strictObject({ text: z.string() }),
  answer: z.object({}),
})
const live = operation({ ...base, name: 'live', path: '/test/live', answer: z.string(), transport: 'stream' })

/** Sends "hello" and then nothing, forever. */
const openStream = (): Readable => {
  const stream = new Readable({ read() {} })
  stream.push(': hello\n\n')
  return stream
}

const waiting: (() => void)[] = []
const testRoutes: Route[] = [
  bind(limitedOperation, async () => ({})),
  bind(search, async () => ({})),
  bind(hanging, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { fileName: 'x', contentType: 'text/plain', stream: Readable.from(['x']) }
  }),
  bind(live, async () => ({ fileName: '', contentType: 'text/event-stream', stream: openStream() })),
]

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const generalLimits = { user: { count: 40, perSeconds: 60 }, company: { count: 50, perSeconds: 60 } }
const { db, http, tree } = await openTree({ clock, generalLimits, routes: [...routes, ...testRoutes] })

test('an operation’s limits count by user and by company, with the operation’s own message', async () => {
  const { owner, admin } = tree.acme
  const statuses = async (user: typeof owner): Promise<number> => (await http.as(user).call(limitedOperation)).status
  expect([await statuses(owner), await statuses(owner)]).toEqual([200, 200])
  const third = await http.as(owner).call(limitedOperation)
  expect([third.status, third.body.message, third.headers['retry-after']]).toEqual([
    429,
    'Once more in a minute.',
    '60',
  ])
  expect([await statuses(admin), await statuses(admin)]).toEqual([200, 429])
  clock.advance(60_000)
  expect(await statuses(owner)).toBe(200)
})

test('one user and one company can make a limited number of calls per minute in total', async () => {
  const { owner, admin } = tree.brightside
  const call = async (user: typeof owner): Promise<number> =>
    (await http.as(user).call(search, { params: { text: 'x' } })).status
  for (let count = 0; count < 40; count++) expect(await call(owner)).toBe(200)
  expect(await call(owner)).toBe(429)
  for (let count = 0; count < 10; count++) expect(await call(admin)).toBe(200)
  expect(await call(admin)).toBe(429)
})

test('a spoofed IP address makes no difference', async () => {
  const guess = async (count: number): Promise<number> => {
    const headers = { 'x-forwarded-for': `203.0.113.${count}` }
    const body = { username: `nobody${count}@acme.test`, password: 'wrong' }
    return (await http.anonymous().call(login, { body, headers })).status
  }
  for (let count = 0; count < 30; count++) expect(await guess(count)).toBe(401)
  expect(await guess(31)).toBe(429)
})

test('all addresses of an IPv6 network count as one, since a subscriber has the whole /64', async () => {
  const guess = async (remoteAddress: string): Promise<number> =>
    (await http.anonymous().inject({ method: 'POST', url: pathWith(login, {}), remoteAddress, payload: {} })).statusCode
  for (let count = 0; count < 30; count++) expect(await guess(`2001:db8::${count + 1}`)).toBe(400)
  expect(await guess('2001:db8::abcd')).toBe(429)
  expect(await guess('2001:db8:0:1::1')).toBe(400)
})

test('a company’s heavy calls beyond the running and the queued ones are rejected with 503, and light ones continue', async () => {
  const user = tree.acme.clients[0]!.user
  const calls = Array.from({ length: 15 }, () => http.as(user).call(hanging))
  const early = await Promise.race([...calls.slice(9), new Promise((resolve) => setTimeout(resolve, 3_000))])
  expect(early).toMatchObject({ status: 503, body: { code: 'overloaded' } })
  expect((await http.as(user).call(search, { params: { text: 'x' } })).status).toBe(200)
  const timer = setInterval(() => waiting.splice(0).forEach((finish) => finish()), 5)
  const statuses = (await Promise.all(calls)).map((answer) => answer.status)
  clearInterval(timer)
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
  expect(statuses.filter((status) => status === 503)).toHaveLength(6)
})

test('the log has the route template of a call and no personal data', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const app = await createApp(
    { ...http.platform, log },
    { routes: [...routes, ...testRoutes], accessHooks, maxLag_ms: Infinity },
  )
  const headers = { host: 'acme.localhost', 'content-type': 'application/json' }
  const body = { username: tree.acme.owner.email, password: testPassword }
  const payload = await http.seal('POST', '/api/login', body)
  const answer = await app.inject({ method: 'POST', url: '/api/login', headers, payload })
  const { access_token } = answer.json() as { access_token: string }
  const url = '/api/test/search/ada@example.com?secret=hunter2'
  await app.inject({ method: 'GET', url, headers: { ...headers, authorization: `Bearer ${access_token}` } })
  await app.close()
  const text = lines.join('')
  expect(text).toContain('"route":"/api/test/search/:text"')
  expect(text).toContain('"route":"/api/login"')
  for (const canary of [tree.acme.owner.email, testPassword, access_token, 'ada@example.com', 'hunter2', '127.0.0.1']) {
    expect([canary, text.includes(canary)]).toEqual([canary, false])
  }
})

test('stopping the program ends live streams instead of waiting for them', async () => {
  const testApp = await createTestApp(db, { routes: testRoutes })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = testApp.app.server.address() as AddressInfo
  const headers = { authorization: await bearerOf(testApp) }
  const answer = await fetch(`http://127.0.0.1:${port}/api/test/live`, { headers })
  expect(answer.status).toBe(200)
  const ending = answer.text().catch(() => 'cut off')
  await testApp.close()
  expect(await ending).toBe('cut off')
})

test('a live stream adds no more listeners to its response than Node’s warning limit', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error): void => void warnings.push(name)
  process.on('warning', note)
  const { raw, status } = await http.as(tree.other.system).call(live)
  expect(status).toBe(200)
  raw.stream().destroy()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  expect(warnings).toEqual([])
})

/** A session for the host that fetch uses. */
async function bearerOf(served: TestApp): Promise<string> {
  const { owner } = tree.acme
  const person = { userId: owner.id, rootId: owner.rootId, kind: owner.kind }
  const { tokens } = await startSession(served.platform, person, '127.0.0.1')
  return `Bearer ${tokens.access_token}`
}
