import { EventEmitter, once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signedInEverywhere } from '#contract/core/access.ts'
import { operation } from '#contract/core/operation.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { bind, type Route } from './route.ts'
import { openTree } from '#server/test/open-tree.ts'

const base = { id: 'own', area: 'test', summary: 'For tests.', access: signedInEverywhere } as const
const endless = operation({
  ...base,
  name: 'endless',
  method: 'GET',
  path: '/test/endless',
  answer: z.string(),
  transport: 'download',
})
const short = operation({ ...endless, name: 'short', path: '/test/short' })
const upload = operation({
  ...base,
  name: 'upload',
  method: 'POST',
  path: '/test/upload',
  body: z.strictObject({}),
  form: z.strictObject({ file: z.file() }),
  answer: z.object({ count: z.number() }),
  transport: 'multipart',
})
const write = operation({
  ...base,
  name: 'write',
  method: 'POST',
  path: '/test/write',
  body: z.strictObject({}),
  answer: z.object({}),
  sealed: false,
})
const live = operation({
  ...base,
  name: 'live',
  method: 'GET',
  path: '/test/live',
  answer: z.string(),
  transport: 'stream',
})
const leave = operation({ ...base, name: 'leave', method: 'GET', path: '/test/leave', answer: z.object({}) })
/** Tells when a caller is waited for, and the address of one who has left. */
const leaving = new EventEmitter()
/** Live streams that the program has let in so far. */
let streams = 0

const fileOf = (stream: Readable) => ({ fileName: 'f.csv', contentType: 'text/csv', stream })
function* withoutEnd(): Generator<string> {
  for (;;) yield 'x'.repeat(100_000)
}
const routes: Route[] = [
  bind(endless, async () => fileOf(Readable.from(withoutEnd()))),
  bind(short, async () => fileOf(Readable.from(['a,b\n']))),
  bind(upload, async (_input, call) => {
    let count = 0
    for await (const part of call.parts!()) if ('stream' in part) for await (const _chunk of part.stream) count++
    return { count }
  }),
  bind(write, async () => ({})),
  bind(leave, async (_input, call) => {
    leaving.emit('begun')
    await once(call.raw.response, 'close')
    leaving.emit('left', call.address)
    return {}
  }),
  bind(live, async () => {
    streams++
    return { fileName: '', contentType: 'text/event-stream', stream: new Readable({ read() {} }) }
  }),
]

const stall_ms = 400
let port: number
const options = { routes, limiter: noLimits }
const { db, http, tree } = await openTree({ ...options, timeouts: { stall_ms, body_ms: 500, recheck_ms: 100 } })
/** A program that waits for clients longer than any test runs: what gets through there had a share of its own. */
const patient = await createTestApp(db, options)
afterAll(() => patient.close())
let patientPort: number
const portOf = async ({ app }: TestApp): Promise<number> => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}
beforeAll(async () => {
  port = await portOf(http)
  patientPort = await portOf(patient)
})
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(10)
}
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const tokenOf = async ({ id, rootId, kind, host }: TestUser): Promise<string> =>
  (await startSession(http.platform, { userId: id, rootId, kind }, host)).tokens.access_token

interface Line {
  socket: Socket
  /** Status code of the response. */
  head: Promise<number>
  closed: Promise<void>
}

/** A connection that sends `text` as a request and, if `reads` is false, stops reading after the head. */
function send(user: TestUser, token: string, request: string, rest = '', reads = true, to = port): Line {
  const socket = connect(to, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  const close = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const head = new Promise<number>((resolve) => {
    socket.once('data', (chunk: Buffer) => {
      if (!reads) socket.pause()
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1] ?? 0))
    })
    socket.once('close', () => resolve(0))
  })
  socket.write(`${request} HTTP/1.1\r\nhost: ${user.host}\r\nauthorization: Bearer ${token}\r\n${rest || '\r\n'}`)
  return { socket, head, closed: close }
}

const uploadHead =
  'content-type: multipart/form-data; boundary=XX\r\ncontent-length: 100000000\r\n\r\n' +
  '--XX\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\n\r\n'
const wholeFile = '--XX\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\n\r\nabc\r\n--XX--\r\n'
const uploadOf = async (user: TestUser, on = http): Promise<number> => {
  const headers = { 'content-type': 'multipart/form-data; boundary=XX' }
  const request = { method: 'POST' as const, url: '/api/test/upload', payload: wholeFile, headers }
  return (await on.as(user).inject(request)).statusCode
}
/** Uploads that send almost nothing, and never end by themselves. */
async function trickle(user: TestUser, count: number, to: number): Promise<Line[]> {
  const token = await tokenOf(user)
  return Array.from({ length: count }, () => {
    const line = send(user, token, 'POST /api/test/upload', uploadHead, true, to)
    const timer = setInterval(() => line.socket.write('x'), 20)
    line.socket.once('close', () => clearInterval(timer))
    return line
  })
}

describe('file slots', () => {
  test('are shared by agencies and companies: stalled readers do not lock out others', async () => {
    const { acme, brightside } = tree
    const readers = [acme.owner, acme.admin, acme.clients[0]!.user, acme.clients[1]!.user]
    const streams = await Promise.all(
      [...readers, ...readers].map(async (user) =>
        send(user, await tokenOf(user), 'GET /api/test/endless', '', false, patientPort),
      ),
    )
    await Promise.race(streams.map(({ head }) => head))
    expect((await patient.as(brightside.owner).call(short)).status).toBe(200)
    expect(streams.filter(({ socket }) => socket.destroyed)).toEqual([])
  })

  test('are released when a client reads nothing for a while', async () => {
    const { owner } = tree.acme
    const asked_ms = Date.now()
    const { head } = send(owner, await tokenOf(owner), 'GET /api/test/endless', '', false)
    expect(await head).toBe(200)
    expect((await http.as(owner).call(short)).status).toBe(200)
    expect(Date.now() - asked_ms).toBeGreaterThan(stall_ms / 2)
  })

  test('are kept by clients that keep reading', async () => {
    const { owner } = tree.acme
    const { socket, head } = send(owner, await tokenOf(owner), 'GET /api/test/endless')
    expect(await head).toBe(200)
    await sleep(3 * stall_ms)
    expect(socket.destroyed).toBe(false)
  })

  test('for uploads are shared as well', async () => {
    const uploads = await trickle(tree.acme.owner, 8, patientPort)
    await sleep(50)
    expect(await uploadOf(tree.brightside.owner, patient)).toBe(200)
    expect(uploads.filter(({ socket }) => socket.destroyed)).toEqual([])
  })

  test('for uploads are lost by clients that send almost nothing', async () => {
    const uploads = await trickle(tree.acme.owner, 8, port)
    await Promise.all(uploads.map(({ closed }) => closed))
    expect(await uploadOf(tree.acme.owner)).toBe(200)
  })

  test('are only for signed-in users', async () => {
    const nobody = 'x'.repeat(43)
    const lines = Array.from({ length: 40 }, () => send(tree.acme.owner, nobody, 'POST /api/test/upload', uploadHead))
    for (const { head } of lines) expect(await head).toBe(401)
    expect(await uploadOf(tree.acme.owner)).toBe(200)
  })
})

test('a download ends with its session, even though it was allowed when it began', async () => {
  const { id, rootId, kind, host } = tree.acme.owner
  const { tokens, sessionId } = await startSession(http.platform, { userId: id, rootId, kind }, host)
  const { socket, head, closed } = send(tree.acme.owner, tokens.access_token, 'GET /api/test/endless')
  expect(await head).toBe(200)
  await sleep(300)
  expect(socket.destroyed).toBe(false)
  await db.adminPool.query('update session set revoked_at = created_at where id = $1', [sessionId])
  await closed
})

describe('a body', () => {
  test('that does not arrive in time is aborted, whoever sends it', async () => {
    const token = await tokenOf(tree.acme.owner)
    const rest = 'content-type: application/json\r\ncontent-length: 10\r\n\r\n{'
    const lines = [token, 'x'.repeat(43)].map((each) => send(tree.acme.owner, each, 'POST /api/test/write', rest))
    for (const { head } of lines) expect(await head).toBe(408)
    await Promise.all(lines.map(({ closed }) => closed))
  })
})

describe('live streams', () => {
  test('are limited to five per session: the sixth is rejected until one is closed', async () => {
    const { owner } = tree.acme
    const [token, otherToken] = [await tokenOf(owner), await tokenOf(owner)]
    const open = (of: string): Line => send(owner, of, 'GET /api/test/live')
    const lines = Array.from({ length: 5 }, () => open(token))
    for (const { socket } of lines) socket.resume()
    await until(() => streams === 5)
    expect(await open(token).head).toBe(429)
    expect(lines.some(({ socket }) => socket.destroyed)).toBe(false)
    open(otherToken)
    await until(() => streams === 6)
    lines[0]!.socket.destroy()
    // The program hears of it a moment later.
    while (streams === 6) await Promise.race([open(token).head, until(() => streams === 7)])
    expect(streams).toBe(7)
  })
})

test('the address of a caller is known, for the log, even after the caller has left', async () => {
  const { owner } = tree.acme
  const [beginning, leave] = [once(leaving, 'begun'), once(leaving, 'left')]
  const { socket } = send(owner, await tokenOf(owner), 'GET /api/test/leave')
  await beginning
  socket.destroy()
  expect(await leave).toEqual(['127.0.0.1'])
})
