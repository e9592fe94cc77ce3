import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { openDesk, daysAhead, moveClock } from './desk.ts'
import { startMailbox } from './mailbox.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { worlds } from './wide/world-size.ts'

let port: number
let platform: TestPlatform
let receiver: Receiver

beforeAll(async () => {
  const db = await createTestDatabase()
  platform = await createTestPlatform(db)
  const now = (): number => platform.clock.now()
  const mailbox = await startMailbox({ now })
  receiver = await startReceiver({ now })
  const sandbox = await startSandbox({ now })
  const desk = openDesk({
    world: worlds.small,
    platform,
    mailbox,
    receiver,
    sandbox,
    readHistory: async () => null,
    samples: [],
    services: {},
    held: () => ({}),
  })
  const server = createServer((asked, answer) => {
    if (!desk(asked, answer)) answer.writeHead(404, { 'x-from': 'program' }).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  port = (server.address() as AddressInfo).port
  return async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    await Promise.all([receiver.stop(), sandbox.stop(), mailbox.close()])
    await platform.close()
    await db.drop()
  }
})
afterEach(async () => {
  await receiver.start()
  if (daysAhead(platform) !== 0) await moveClock(platform, 0)
})

interface ReceivedRequest {
  method?: string
  path?: string
  headers?: OutgoingHttpHeaders
  body?: string
  to?: number
}

async function ask({ method = 'GET', path = '/', headers = {}, body = '', to = port }: ReceivedRequest): Promise<{
  status: number
  headers: IncomingMessage['headers']
  body: string
}> {
  const usual = { host: `demo.localhost:${port}`, 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((done, fail) => {
    const call = request({ host: '127.0.0.1', port: to, method, path, headers: { ...usual, ...headers }, agent: false })
    call.once('error', fail).once('response', (answer) => {
      void text(answer).then((said) => done({ status: answer.statusCode!, headers: answer.headers, body: said }))
    })
    call.end(body)
  })
}

const sameOrigin = (): OutgoingHttpHeaders => ({
  origin: `http://demo.localhost:${port}`,
  'sec-fetch-site': 'same-origin',
})
const isProgram = ({ status, headers }: Awaited<ReturnType<typeof ask>>): boolean =>
  status === 404 && headers['x-from'] === 'program'

describe('the desk', () => {
  it('responds to this machine at its own host and port', async () => {
    const { status, headers, body } = await ask({})
    expect([status, headers['x-frame-options']]).toEqual([200, 'DENY'])
    expect(body).toContain('Demo desk')
    expect((await ask({ path: '/state' })).status).toBe(200)
  })

  it.each(['/periods', '/due'])('runs due work on request (%s)', async (path) => {
    expect((await ask({ method: 'POST', path, headers: sameOrigin() })).status).toBe(303)
  })

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-host', 'demo.localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['via', '1.1 proxy'],
  ])('is not reachable through a proxy, detected by %s, nor are the sites and the payments', async (name, value) => {
    for (const host of ['demo.localhost', 'plumbright.localhost', 'payments.localhost'])
      for (const path of ['/', '/state', '/card-form?parent=http://a.example'])
        expect(isProgram(await ask({ path, headers: { host: `${host}:${port}`, [name]: value } }))).toBe(true)
    const answer = await ask({
      method: 'POST',
      path: '/clock',
      headers: { ...sameOrigin(), [name]: value },
      body: 'days=1',
    })
    expect([isProgram(answer), daysAhead(platform)]).toEqual([true, 0])
  })

  it.each(['demo.localhost', 'demo.localhost:1', 'demo.localhost:x', 'demo.localhost.example', 'evil.example', ''])(
    'is not reachable at the host %j',
    async (host) => expect(isProgram(await ask({ headers: { host } }))).toBe(true),
  )

  it('does not respond to a host with markup in its port', async () => {
    const host = 'plumbright.localhost:80"><script>alert(1)</script>'
    expect(isProgram(await ask({ headers: { host } }))).toBe(true)
  })
})

const strangers: [string, OutgoingHttpHeaders][] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another host of the demo', { origin: 'http://acme.localhost:8080', 'sec-fetch-site': 'cross-site' }],
  ['another port', { origin: 'http://demo.localhost:1', 'sec-fetch-site': 'same-site' }],
  ['a page without an origin', { origin: 'null' }],
  ['a client without an origin', {}],
]

describe('what changes the demo', () => {
  const acts = [
    ['/clock', 'days=31'],
    ['/receiver/stop', ''],
    ['/sign-in', 'email=owner%40acme.test'],
    ['/receiver/start', ''],
    ['/anything', ''],
  ] as const
  it.each(strangers)('rejects requests from %s', async (_who, headers) => {
    for (const [path, body] of acts) {
      const { status } = await ask({ method: 'POST', path, headers, body })
      expect([path, status, daysAhead(platform), receiver.running()]).toEqual([path, 403, 0, true])
    }
  })

  it('rejects what the browser marks as cross-site, whatever the origin says', async () => {
    const headers = { ...sameOrigin(), 'sec-fetch-site': 'cross-site' }
    const { status } = await ask({ method: 'POST', path: '/clock', headers, body: 'days=31' })
    expect([status, daysAhead(platform)]).toEqual([403, 0])
  })

  it('accepts requests from the desk’s own page, and from commands that name it', async () => {
    for (const headers of [sameOrigin(), { origin: sameOrigin()['origin']! }]) {
      const { status } = await ask({ method: 'POST', path: '/clock', headers, body: 'days=1' })
      expect(status).toBe(303)
    }
    expect(daysAhead(platform)).toBe(2)
    expect((await ask({ method: 'POST', path: '/receiver/stop', headers: sameOrigin() })).status).toBe(303)
    expect(receiver.running()).toBe(false)
  })
})

describe('a sign-in click', () => {
  const click = (body: string) => ask({ method: 'POST', path: '/sign-in', headers: sameOrigin(), body })

  it('opens the user’s own host, with a ticket that no server sees', async () => {
    const { status, headers } = await click('email=owner%40brightside.test')
    expect(status).toBe(303)
    expect(headers.location).toMatch(
      new RegExp(`^http://brightside.localhost:${port}/demo-desk/sign-in#[A-Za-z0-9_-]{43}$`),
    )
    expect((await click('email=nobody%40acme.test')).status).toBe(400)
  })

  it.each(strangers)('is useless to %s at that host', async (_who, headers) => {
    const ticket = (await click('email=owner%40acme.test')).headers.location!.split('#')[1]!
    const host = `acme.localhost:${port}`
    const spend = { method: 'POST', path: '/demo-desk/sign-in', body: `ticket=${ticket}` }
    expect((await ask({ ...spend, headers: { ...headers, host } })).status).toBe(403)
  })

  it('is not reachable through a proxy or at other hosts, and cannot be framed', async () => {
    for (const path of ['/demo-desk/sign-in', '/demo-desk/shop-and-leads']) {
      const at = (host: string, more = {}) => ask({ path, headers: { host: `${host}:${port}`, ...more } })
      expect(isProgram(await at('acme.localhost', { 'x-forwarded-for': '203.0.113.9' }))).toBe(true)
      expect(isProgram(await at('other.localhost'))).toBe(true)
      const { status, headers } = await at('acme.localhost')
      expect([status, headers['x-frame-options']]).toEqual([200, 'DENY'])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })
})

describe('what describes the demo', () => {
  it('cannot be read by other pages’ scripts and frames, but can be opened by their links', async () => {
    for (const path of ['/state', '/counts', '/pulse', '/']) {
      const script = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }
      expect((await ask({ path, headers: script })).status).toBe(403)
    }
    const frame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
    expect((await ask({ headers: frame })).status).toBe(403)
    expect((await ask({ headers: { ...frame, 'sec-fetch-dest': 'document' } })).status).toBe(200)
  })
})

describe('the receiver', () => {
  const receiverPort = (): number => Number(new URL(receiver.url).port)

  it('accepts nothing from pages in browsers or at another host', async () => {
    const before = receiver.received().length
    const host = `127.0.0.1:${receiverPort()}`
    const strangers = [
      { host, origin: 'https://evil.example' },
      { host, 'sec-fetch-site': 'cross-site' },
      { host: `rebound.example:${receiverPort()}` },
    ]
    for (const headers of strangers)
      expect((await ask({ method: 'POST', path: '/webhook', headers, to: receiverPort() })).status).toBe(403)
    expect(receiver.received()).toHaveLength(before)
  })
})
