import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newId, newPixelKey } from '#server/platform/ids.ts'
import {
  browser,
  countsOf,
  hitId,
  hitsOf,
  makePixel,
  useCollectors,
  sendRaw,
  start_ms,
  viewOf,
  type TestPixel,
} from '#server/test/collector.ts'
import { openTestDatabase } from '#server/test/harness.ts'

const db = await openTestDatabase({ app: 30 })

const serve = useCollectors(() => db)

describe('a hit', () => {
  it('is stored in full when it is acknowledged', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const hit = viewOf(pixel, {
      t: 'event',
      u: 'https://shop.example/p/1?utm_source=mail&email=jo@mail.example',
      r: 'www.search.example',
      d: 'Lawn mowers \0🌱',
      h: [null, 'c'.repeat(32), 'd'.repeat(64)],
      n: 'cart',
      x: 12.345,
      w: 1920,
      l: 'en-US',
      z: 'America/Chicago',
      m: 12.7,
      c: true,
      f: 'go',
    })
    const answer = await post(hit)
    expect(answer).toMatchObject({ status: 204, bytes: Buffer.alloc(0) })
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(await hitsOf(db, pixel)).toEqual([
      {
        agency_id: pixel.agencyId,
        id: expect.stringMatching(/-/),
        root_id: pixel.rootId,
        client_id: pixel.clientId,
        campaign_id: pixel.campaignId,
        received_at: new Date(start_ms),
        tx: expect.any(Number),
        kind: 'event',
        page_url: 'https://shop.example/p/1?utm_source=mail',
        page_host: 'shop.example',
        title: 'Lawn mowers 🌱',
        referrer_host: 'www.search.example',
        visitor_id: 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa',
        session_id: 'bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbbb',
        hashes: [Buffer.alloc(16, 0xcc), Buffer.alloc(32, 0xdd)],
        event_name: 'cart',
        event_value_cents: 1235,
        mark: null,
        user_agent_family: 'Firefox',
        // Only for searches.
        person_id: null,
        search: null,
        // Only for pixels that look for companies.
        company_domain: null,
        // The network of a test is of no country.
        consent: '--sgo',
      },
    ])
    expect((await hitsOf(db, pixel))[0]!['id']).toBe(
      hit.i.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    )
  })

  it('is acknowledged after the commit: a reader finds it right away', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          const view = viewOf(pixel)
          expect((await post(view)).status).toBe(204)
          const { rowCount } = await db.adminPool.query('select 1 from hit where id = $1', [view.i])
          expect(rowCount).toBe(1)
        }),
      )
    }
  })

  it('that is sent again under its id is stored once', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const view = viewOf(pixel)
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(view)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 204))
    expect((await post({ ...view, u: 'https://shop.example/other' })).status).toBe(204)
    expect(await hitsOf(db, pixel)).toMatchObject([{ page_url: 'https://shop.example/p/1' }])
  })

  it('of two operators and several campaigns is stored in one batch, each in its own place', async () => {
    const { post } = await serve()
    const one = await makePixel(db)
    const pixels = [one, await makePixel(db, { ...one, key: newPixelKey(), campaignId: newId(1) }), await makePixel(db)]
    const all = pixels.flatMap((pixel) => Array.from({ length: 15 }, () => post(viewOf(pixel))))
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([204]))
    for (const pixel of pixels) {
      const hits = await hitsOf(db, pixel)
      expect(hits).toHaveLength(15)
      expect(new Set(hits.map((hit) => `${hit['root_id']} ${hit['agency_id']}`))).toEqual(
        new Set([`${pixel.rootId} ${pixel.agencyId}`]),
      )
    }
  })

  it('is accepted as application/json and also without a content type', async () => {
    const { post, port } = await serve()
    const pixel = await makePixel(db)
    expect((await post(viewOf(pixel), { 'content-type': 'application/json' })).status).toBe(204)
    const body = JSON.stringify(viewOf(pixel))
    const raw = await sendRaw(
      port,
      `POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(raw).toMatch(/^HTTP\/1.1 204/)
    expect(await hitsOf(db, pixel)).toHaveLength(2)
  })

  it('that arrives in small pieces is read in full', async () => {
    const { port } = await serve()
    const pixel = await makePixel(db)
    const body = JSON.stringify(viewOf(pixel, { d: 'ünïcödé 🌱'.repeat(5) }))
    const bytes = Buffer.from(
      `POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
    expect(await sendRaw(port, ...pieces)).toMatch(/^HTTP\/1.1 204/)
    expect(await hitsOf(db, pixel)).toMatchObject([{ title: 'ünïcödé 🌱'.repeat(5) }])
  })

  it('updates the campaign’s last hit, at once and then every ten seconds, even while somebody saves it', async () => {
    const { post, clock } = await serve()
    const pixel = await makePixel(db)
    const lastHit = async (): Promise<unknown> =>
      (await db.adminPool.query('select last_hit_at from campaign where id = $1', [pixel.campaignId])).rows[0]
    await post(viewOf(pixel))
    expect(await lastHit()).toEqual({ last_hit_at: new Date(start_ms) })
    clock.advance(9_000)
    await post(viewOf(pixel))
    expect(await lastHit()).toEqual({ last_hit_at: new Date(start_ms) })
    clock.advance(1_000)
    const saving = await db.adminPool.connect()
    await saving.query('begin')
    await saving.query('select 1 from campaign where agency_id = $1 and id = $2 for update', [
      pixel.agencyId,
      pixel.campaignId,
    ])
    expect((await post(viewOf(pixel))).status).toBe(204)
    await saving.query('commit')
    saving.release()
    expect(await lastHit()).toEqual({ last_hit_at: new Date(start_ms) })
    await post(viewOf(pixel))
    expect(await lastHit()).toEqual({ last_hit_at: new Date(start_ms + 10_000) })
  })

  it('wakes the resolver, after it is stored', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const listener = await db.ownerPool.connect()
    const outcome: unknown[] = []
    listener.on('notification', ({ payload }) => outcome.push(JSON.parse(payload!)))
    await listener.query('listen leadloom')
    await Promise.all(Array.from({ length: 20 }, () => post(viewOf(pixel))))
    await expect.poll(() => outcome).toContainEqual({ kind: 'hits', agencyIds: [pixel.agencyId] })
    await sleep(100)
    expect(outcome.length).toBeLessThan(10)
    listener.release(true)
  })
})

describe('privacy', () => {
  it.each([
    ['gpc', 'privacy_gpc'],
    ['optout', 'privacy_opt_out'],
    ['consent', 'privacy_consent'],
  ])('counts the signal %s as %s and stores nothing else', async (signal, reason) => {
    const { post, clock } = await serve()
    const pixel = await makePixel(db)
    const answers = await Promise.all([1, 2, 3].map(() => post({ k: pixel.key, p: signal })))
    for (const answer of answers) {
      expect(answer.status).toBe(204)
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
    clock.advance(3_600_000)
    await post({ k: pixel.key, p: signal })
    expect(await countsOf(db, pixel)).toEqual(
      expect.arrayContaining([
        { reason, count: 3, hour: new Date(start_ms) },
        { reason, count: 1, hour: new Date(start_ms + 3_600_000) },
      ]),
    )
    expect(await hitsOf(db, pixel)).toEqual([])
  })

  it('has what a withdrawn id is tied to forgotten, and stores the id nowhere else', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const v = viewOf(pixel).v
    expect((await post({ k: pixel.key, p: 'consent', v })).status).toBe(204)
    const { rows } = await db.adminPool.query(
      `select payload from graphile_worker._private_jobs where payload ->> 'visitorId' = $1`,
      [v],
    )
    expect(rows).toEqual([
      { payload: { rootId: pixel.rootId, agencyId: pixel.agencyId, clientId: pixel.clientId, visitorId: v } },
    ])
    expect(await hitsOf(db, pixel)).toEqual([])
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_consent', count: 1 }])
  })

  it.each([
    ['193.0.6.139', 'of the Netherlands', [{ reason: 'privacy_region', count: 1 }], 0],
    ['8.8.8.8', 'of the United States', [], 1],
    ['10.1.2.3', 'of no known country', [], 1],
  ])('for an address (%s) %s counts or stores', async (address, _where, counts, hits) => {
    const { post } = await serve({ env: { TRUSTED_PROXIES: '1' } })
    const pixel = await makePixel(db)
    expect((await post(viewOf(pixel), { 'x-forwarded-for': address })).status).toBe(204)
    expect(await countsOf(db, pixel)).toMatchObject(counts)
    expect(await hitsOf(db, pixel)).toHaveLength(hits)
  })

  it('of a sensitive page is counted and nothing of it stored, whatever the campaign says', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    expect((await post(viewOf(pixel, { u: 'https://shop.example/care/hiv-testing' }))).status).toBe(204)
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'page_sensitive', count: 1 }])
    expect(await hitsOf(db, pixel)).toEqual([])
  })

  it.each(['1', '1, 1', '1,1', ' 1 ', '?1', '0, 1', '1;q=1', '"1"'])('honors Sec-GPC as %j', async (value) => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    expect((await post(viewOf(pixel), { 'sec-gpc': value })).status).toBe(204)
    expect(await hitsOf(db, pixel)).toEqual([])
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_gpc', count: 1 }])
  })

  it('honors a Sec-GPC header that is sent twice', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    expect((await post(viewOf(pixel), { 'sec-gpc': ['1', '1'] })).status).toBe(204)
    expect((await post(viewOf(pixel), { 'sec-gpc': ['0', '1'] })).status).toBe(204)
    expect(await hitsOf(db, pixel)).toEqual([])
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_gpc', count: 2 }])
  })

  it.each(['0', '', 'no'])('ignores Sec-GPC with %j', async (value) => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    await post(viewOf(pixel), { 'sec-gpc': value })
    expect(await hitsOf(db, pixel)).toHaveLength(1)
  })

  it('honors Sec-GPC whatever the body says, before checking anything else', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const gpc = { 'sec-gpc': '1' }
    expect((await post(viewOf(pixel, { h: ['c'.repeat(32)] }), gpc)).status).toBe(204)
    expect((await post(viewOf(pixel, { i: hitId(1) }), gpc)).status).toBe(204)
    expect((await post(viewOf(pixel), { 'sec-gpc': '0' })).status).toBe(204)
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_gpc', count: 2 }])
    expect(await hitsOf(db, pixel)).toHaveLength(1)
    const { rows } = await db.adminPool.query('select last_hit_at from campaign where id = $1', [pixel.campaignId])
    expect(rows).toEqual([{ last_hit_at: new Date(start_ms) }])
  })
})

describe('marking a hit', () => {
  const markOf = async (pixel: TestPixel): Promise<unknown> => (await hitsOf(db, pixel))[0]!['mark']

  it.each([
    ['another host', { u: 'https://other.example/' }, {}, 'host'],
    ['another subdomain', { u: 'https://blog.shop.example/' }, {}, 'host'],
    ['another site by the browser’s own word', {}, { origin: 'https://other.example' }, 'host'],
    ['another site by the referrer', {}, { origin: 'null', referer: 'https://other.example/' }, 'host'],
    ['a program that is no browser', {}, { origin: '' }, 'origin'],
    ['the same with a referrer', {}, { origin: '', referer: 'https://shop.example/' }, 'origin'],
    ['the site itself', {}, { origin: 'https://www.shop.example', referer: 'https://www.shop.example/' }, null],
    ['a page that names no origin', {}, { origin: 'null' }, 'hidden'],
    ['the site on another port', { u: 'http://SHOP.example:3000/' }, { origin: 'http://shop.example:3000' }, null],
    ['a bot', {}, { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' }, 'bot'],
    ['a driven browser', {}, { 'user-agent': browser.replace('Firefox', 'HeadlessChrome') }, 'bot'],
    ['nobody', {}, { 'user-agent': '' }, 'bot'],
  ])('works for %s', async (_what, change, headers, mark) => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    expect((await post(viewOf(pixel, change), headers as Record<string, string>)).status).toBe(204)
    expect(await markOf(pixel)).toBe(mark)
  })

  it('for a data center stores its address nowhere', async () => {
    const { send } = await serve({ env: { TRUSTED_PROXIES: '1' } })
    const pixel = await makePixel(db)
    const body = JSON.stringify(viewOf(pixel))
    await send({ body, headers: { 'x-forwarded-for': '10.9.8.7, 159.65.1.2' } })
    expect(await markOf(pixel)).toBe('datacentre')
    const { rows } = await db.adminPool.query('select hit::text as text from hit where campaign_id = $1', [
      pixel.campaignId,
    ])
    expect(JSON.stringify(rows)).not.toContain('159.65')
  })

  it('for a data center ignores a forwarding header that none of our proxies wrote', async () => {
    const { send } = await serve()
    const pixel = await makePixel(db)
    await send({ body: JSON.stringify(viewOf(pixel)), headers: { 'x-forwarded-for': '159.65.1.2' } })
    expect(await markOf(pixel)).toBeNull()
  })

  it('for a data center can be shown in the demo with an address of this machine', async () => {
    const { send } = await serve()
    const pixel = await makePixel(db)
    await send({ body: JSON.stringify(viewOf(pixel)), from: '127.66.0.1' })
    expect(await markOf(pixel)).toBe('datacentre')
  })

  it('for another host leaves the campaign as if it was never hit', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    await post(viewOf(pixel, { u: 'https://other.example/' }))
    const { rows } = await db.adminPool.query('select last_hit_at from campaign where id = $1', [pixel.campaignId])
    expect(rows).toEqual([{ last_hit_at: null }])
  })
})

describe('a pixel', () => {
  it('works at once when it is new, even if it was requested just before', async () => {
    const { post } = await serve({ refreshPixels_ms: 40 })
    const key = newPixelKey()
    const early = await makePixel(db)
    expect((await post({ ...viewOf(early), k: key })).status).toBe(404)
    const pixel = await makePixel(db, { key })
    await expect.poll(async () => (await post(viewOf(pixel))).status).toBe(204)
  })

  it('stops when it is removed and follows its hosts, within a refresh', async () => {
    const { post } = await serve({ refreshPixels_ms: 40 })
    const pixel = await makePixel(db)
    expect((await post(viewOf(pixel))).status).toBe(204)
    await db.adminPool.query(`update pixel set site_hosts = '{new.example}' where key = $1`, [pixel.key])
    await expect
      .poll(async () => {
        await post(viewOf(pixel))
        return (await hitsOf(db, pixel)).at(-1)!['mark']
      })
      .toBe('host')
    await db.adminPool.query('update pixel set active = false where key = $1', [pixel.key])
    await expect.poll(async () => (await post(viewOf(pixel))).status).toBe(404)
  })

  it('that many request at once is looked up once', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(viewOf(pixel))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    const absent = await Promise.all(
      Array.from({ length: 30 }, (_, at) => post({ ...viewOf(pixel), k: `absent${at % 3}` })),
    )
    expect(new Set(absent.map(({ status }) => status))).toEqual(new Set([404]))
  })
})
