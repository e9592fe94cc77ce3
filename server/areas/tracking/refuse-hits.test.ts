import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newPixelKey } from '#server/platform/ids.ts'
import {
  countsOf,
  hitId,
  hitsOf,
  makePixel,
  useCollectors,
  sendRaw,
  start_ms,
  viewOf,
  type CollectAnswer,
  type Sent,
  type TestPixel,
} from '#server/test/collector.ts'
import { openTestDatabase } from '#server/test/harness.ts'

const db = await openTestDatabase({ app: 30 })

const serve = useCollectors(() => db)

describe('invalid input', () => {
  it.each([
    ['no JSON', 'x', 400, 'malformed', undefined],
    ['an empty body', '', 400, 'malformed', undefined],
    ['half a body', '{"i":', 400, 'malformed', undefined],
    ['a list', '[]', 400, 'malformed', undefined],
    ['an unknown key', { q: 1 }, 400, 'malformed', 'q'],
    ['a wrong type', { d: 1 }, 400, 'malformed', 'd'],
    ['a bad id', { i: 'x' }, 400, 'malformed', 'i'],
    ['a bad visitor', { v: 'x' }, 400, 'malformed', 'v'],
    ['no page', { u: 'about:blank' }, 400, 'malformed', 'u'],
    ['a plain email address for a hash', { h: ['jo@mail.example'] }, 400, 'malformed', 'h'],
    ['an unknown pixel', { k: 'nosuchpixel23456' }, 404, 'not_found', 'k'],
  ])('%s is rejected by name and changes nothing', async (_what, change, status, code, field) => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const answer = await post(typeof change === 'string' ? change : viewOf(pixel, change))
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ result: 'failed', code })
    expect(answer.body.field).toBe(field)
    expect(answer.body.message).toBeTruthy()
    expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(await hitsOf(db, pixel)).toEqual([])
    expect(await countsOf(db, pixel)).toEqual([])
  })

  it('with another content type is rejected', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const answer = await post(viewOf(pixel), { 'content-type': 'multipart/form-data; boundary=x' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', field: 'content-type' } })
    expect(await hitsOf(db, pixel)).toEqual([])
  })

  it('longer than 8 KB is rejected, with or without Content-Length, and the connection is closed', async () => {
    const { post, port } = await serve()
    const pixel = await makePixel(db)
    const answer = await post(viewOf(pixel, { d: 'x'.repeat(9_000) }))
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' }, headers: { connection: 'close' } })
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`
    const head = 'POST /collect HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await sendRaw(port, head, chunk, chunk, chunk)).toMatch(/^HTTP\/1.1 413/)
    expect(await sendRaw(port, 'POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n')).toMatch(
      /^HTTP\/1.1 413/,
    )
  })

  it('with an id whose clock is off by more than a day gets the server’s time', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const day_ms = 86_400_000
    for (const off_ms of [-day_ms - 1, day_ms + 1]) {
      const answer = await post(viewOf(pixel, { i: hitId(start_ms + off_ms) }))
      expect(answer).toMatchObject({ status: 409, body: { code: 'clock_off', field: 'i', now: start_ms } })
    }
    expect(await hitsOf(db, pixel)).toEqual([])
    for (const off_ms of [-day_ms, day_ms]) {
      expect((await post(viewOf(pixel, { i: hitId(start_ms + off_ms) }))).status).toBe(204)
    }
  })

  it('with another method or at another path is left to other handlers', async () => {
    const { send } = await serve()
    const others = [
      { method: 'GET' },
      { method: 'DELETE' },
      { path: '/collect?x=1' },
      { path: '/collected' },
      { path: '/collect.gif?k=x' },
      { path: '/px.js' },
      { method: 'GET', path: '/px.json' },
    ]
    for (const one of others) {
      expect(await send({ ...one, body: '' }), JSON.stringify(one)).toMatchObject({
        status: 404,
        headers: { 'x-from': 'elsewhere' },
      })
    }
  })

  it('never reaches the database, whatever unusual but valid text it contains', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const odd = [
      '\ud83d',
      '\0',
      '\\',
      '"',
      "'",
      '\u2028',
      '\\u0000',
      '{"a":1}',
      '\ufffe',
      '🌱',
      '\x7f\x01',
      '%00',
      '\\x',
    ]
    for (const text of odd) {
      const view = viewOf(pixel, { d: text, r: text, n: text, u: `https://shop.example/${text}`, l: text, z: text })
      expect((await post(view)).status, JSON.stringify(text)).toBe(204)
    }
    expect(await hitsOf(db, pixel)).toHaveLength(odd.length)
  })
})

describe('too many hits', () => {
  it('from one address get 429 with the wait, and are not stored', async () => {
    const { send } = await serve({ limits: { perAddress: 2, perPixel: 100 }, env: { TRUSTED_PROXIES: '1' } })
    const pixel = await makePixel(db)
    const from = (address: string): Promise<CollectAnswer> =>
      send({ body: JSON.stringify(viewOf(pixel)), headers: { 'x-forwarded-for': address } })
    const statuses = []
    for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.1', '198.51.100.2']) {
      statuses.push((await from(address)).status)
    }
    expect(statuses).toEqual([204, 204, 429, 204])
    const refusal = await from('198.51.100.1')
    expect(refusal.body.code).toBe('too_many')
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
    expect(await hitsOf(db, pixel)).toHaveLength(3)
  })

  it('with made-up keys from one address get 429, while real keys and other addresses are served', async () => {
    const { send, clock } = await serve({ env: { TRUSTED_PROXIES: '1' } })
    const [pixel, unseenPixel] = [await makePixel(db), await makePixel(db)]
    const from = async (address: string, of: TestPixel): Promise<CollectAnswer> =>
      send({ body: JSON.stringify(viewOf(of)), headers: { 'x-forwarded-for': address } })
    const madeUp = (): TestPixel => ({ ...pixel, key: newPixelKey() })
    const [flooder, otherAddress] = ['2001:db8:1:2::1', '198.51.100.2']
    expect((await from(flooder, pixel)).status).toBe(204)
    const flood = await Promise.all(
      Array.from({ length: 70 }, (_, at) => from(`2001:db8:1:2::${at.toString(16)}`, madeUp())),
    )
    expect(flood.filter(({ status }) => status === 404)).toHaveLength(60)
    const refusals = flood.filter(({ status }) => status === 429)
    expect(refusals).toHaveLength(10)
    expect(refusals[0]).toMatchObject({ body: { code: 'too_many' }, headers: { 'retry-after': '60' } })
    expect((await from(flooder, pixel)).status).toBe(204)
    expect([(await from(otherAddress, madeUp())).status, (await from(otherAddress, unseenPixel)).status]).toEqual([
      404, 204,
    ])
    clock.advance(60_000)
    expect((await from(flooder, madeUp())).status).toBe(404)
  })

  it('with a real key that was not looked up yet are all served, however many one address sends at once', async () => {
    const { send } = await serve({ env: { TRUSTED_PROXIES: '1' } })
    const pixel = await makePixel(db)
    const request = () => send({ body: JSON.stringify(viewOf(pixel)), headers: { 'x-forwarded-for': '198.51.100.9' } })
    const answers = await Promise.all(Array.from({ length: 70 }, request))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  })

  it('at once get 503 with Retry-After beyond the queue, images too, and the rest is stored', async () => {
    const { post, send } = await serve({ maxWaiting: 5 })
    const pixel = await makePixel(db)
    await post(viewOf(pixel))
    const blocker = await db.adminPool.connect()
    await blocker.query('begin; lock table hit in access exclusive mode')
    // Two batches may be in progress; anything after them waits.
    const posts = [post(viewOf(pixel))]
    await sleep(100)
    posts.push(post(viewOf(pixel)))
    await sleep(100)
    posts.push(...Array.from({ length: 5 }, () => post(viewOf(pixel))))
    await sleep(100)
    const refusal = await post(viewOf(pixel))
    expect(refusal).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '1' } })
    const image = await send({ method: 'GET', path: `/collect.gif?k=${pixel.key}` })
    expect(image).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    await blocker.query('commit')
    blocker.release()
    for (const answer of await Promise.all(posts)) expect(answer.status).toBe(204)
    expect(await hitsOf(db, pixel)).toHaveLength(8)
  })
})

describe('the image for pages without JavaScript', () => {
  const image = (key: string, headers: Record<string, string> = {}): Sent => ({
    method: 'GET',
    path: `/collect.gif?k=${key}`,
    headers,
  })

  it('is served after its hit is stored, which has the page and nothing about the visitor', async () => {
    const { send } = await serve()
    const pixel = await makePixel(db)
    const answer = await send(image(pixel.key, { referer: 'https://shop.example/p?email=jo@mail.example' }))
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' } })
    expect(answer.bytes.subarray(0, 6).toString()).toBe('GIF89a')
    expect(await hitsOf(db, pixel)).toMatchObject([
      {
        kind: 'view',
        page_url: 'https://shop.example/p',
        visitor_id: null,
        session_id: null,
        hashes: null,
        mark: null,
      },
    ])
  })

  it('without a referrer is a hit from an unknown host', async () => {
    const { send } = await serve()
    const pixel = await makePixel(db)
    expect((await send(image(pixel.key))).status).toBe(200)
    expect(await hitsOf(db, pixel)).toMatchObject([{ page_url: '', page_host: '', mark: 'host' }])
  })

  it('honors Sec-GPC', async () => {
    const { send } = await serve()
    const pixel = await makePixel(db)
    expect((await send(image(pixel.key, { 'sec-gpc': '1', referer: 'https://shop.example/' }))).status).toBe(200)
    expect(await hitsOf(db, pixel)).toEqual([])
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_gpc', count: 1 }])
  })

  it('is rejected without a key, with more than a key, and for an unknown pixel', async () => {
    const { send } = await serve()
    expect(await send(image(''))).toMatchObject({ status: 400, body: { field: 'k' } })
    expect(await send(image('x&v=1'))).toMatchObject({ status: 400, body: { field: 'v' } })
    expect(await send(image('nosuchpixel'))).toMatchObject({ status: 404, body: { field: 'k' } })
    expect(await send(image('%00'))).toMatchObject({ status: 400, body: { field: 'k' } })
  })
})
