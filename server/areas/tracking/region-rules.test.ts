import { beforeAll, describe, expect, it } from 'vitest'
import { countsOf, hitsOf, makePixel, useCollectors, viewOf, type TestPixel } from '#server/test/collector.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { buildConsentPart, buildRegionPart } from '../../../pixel/build.ts'

// What happens to visitors by the rule of their country, from the first answer on.

let db: TestDatabase
const parts = new Map<string, string>()
beforeAll(async () => {
  db = await createTestDatabase({ app: 30 })
  parts.set(await buildConsentPart(), 'identify')
  for (const verdict of ['gpc', 'region', 'wait'] as const) parts.set(await buildRegionPart(verdict), verdict)
  await db.adminPool.query(`insert into employer values ('northwind.example', '{}', now())`)
  await db.adminPool.query(`insert into employer_range values ('200.160.0.0/20', 'northwind.example')`)
  await db.adminPool.query('update employer_range_version set version = version + 1')
  return () => db.drop()
})

const serve = useCollectors(() => db)
const serveBehindProxy = () => serve({ env: { TRUSTED_PROXIES: '1' } })
const addresses = { DE: '193.99.144.80', US: '8.8.8.8', BR: '200.160.2.3', unknown: '10.1.2.3' } as const
const from = (country: keyof typeof addresses) => ({ 'x-forwarded-for': addresses[country] })

const setRules = (pixel: TestPixel, rules: object) =>
  db.adminPool.query('update pixel set finds_companies = true, country_rules = $2 where campaign_id = $1', [
    pixel.campaignId,
    JSON.stringify(rules),
  ])

describe('the first answer', () => {
  it.each([
    ['DE', {}, {}, 'wait'],
    ['DE', {}, { DE: 'company' }, 'wait'],
    ['DE', { 'sec-gpc': '1' }, {}, 'wait'],
    ['US', {}, {}, 'identify'],
    ['US', { 'sec-gpc': '1' }, {}, 'gpc'],
    ['unknown', {}, {}, 'identify'],
    ['BR', {}, {}, 'identify'],
    ['BR', {}, { BR: 'company' }, 'region'],
    ['BR', {}, { BR: 'count' }, 'region'],
    ['BR', {}, { BR: 'nothing' }, 'wait'],
  ] as const)('for a browser in %s with %j under rules %j is %s', async (country, headers, rules, verdict) => {
    const { send } = await serveBehindProxy()
    const pixel = await makePixel(db)
    await setRules(pixel, rules)
    const path = `/collect-consent.js?${pixel.key}`
    const answer = await send({ method: 'GET', path, headers: { ...from(country), ...headers } })
    expect(parts.get(answer.bytes.toString())).toBe(verdict)
    // Neither a shared cache nor the browser's own with another signal may give it to anybody else.
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, max-age=3600', vary: 'Accept-Encoding, Sec-GPC' })
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  it('follows the law even for a key that nobody has', async () => {
    const { send } = await serveBehindProxy()
    for (const key of ['', '?', '?nobody12345678', '?%00']) {
      const answer = await send({ method: 'GET', path: `/collect-consent.js${key}`, headers: from('DE') })
      expect(parts.get(answer.bytes.toString())).toBe('wait')
    }
  })
})

describe('what arrives', () => {
  it.each(['count', 'nothing'])('under %s is counted and nothing else is kept', async (rule) => {
    const { post } = await serveBehindProxy()
    const pixel = await makePixel(db)
    await setRules(pixel, { BR: rule })
    expect((await post(viewOf(pixel), from('BR'))).status).toBe(204)
    expect((await post({ k: pixel.key, p: 'region', v: 'd'.repeat(32) }, from('BR'))).status).toBe(204)
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_region', count: 2 }])
    expect(await hitsOf(db, pixel)).toEqual([])
    // Whoever travels has not said no.
    const { rows } = await db.adminPool.query(
      `select from graphile_worker._private_jobs where payload ->> 'clientId' = $1`,
      [pixel.clientId],
    )
    expect(rows).toEqual([])
  })

  it('under company is the company’s visit, without an id, a hash or a title', async () => {
    const { post } = await serveBehindProxy()
    const pixel = await makePixel(db)
    await setRules(pixel, { BR: 'company' })
    const referer = 'https://shop.example/'
    await post(viewOf(pixel, { h: ['c'.repeat(32)] }), { ...from('BR'), referer })
    await post({ k: pixel.key, p: 'region' }, { ...from('BR'), referer })
    // A program that names no origin must not spend a client's money.
    await post({ k: pixel.key, p: 'region' }, { ...from('BR'), origin: '', referer })
    const hits = await hitsOf(db, pixel)
    expect(hits).toHaveLength(2)
    for (const hit of hits)
      expect(hit).toMatchObject({
        company_domain: 'northwind.example',
        visitor_id: null,
        session_id: null,
        hashes: null,
        title: null,
      })
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_region', count: 1 }])
  })

  it('by a browser that only sends the header of Global Privacy Control withdraws once as the property does', async () => {
    const { post } = await serve()
    const pixel = await makePixel(db)
    const hit = viewOf(pixel)
    for (const _page of [1, 2]) expect((await post(hit, { 'sec-gpc': '1' })).status).toBe(204)
    const { rows } = await db.adminPool.query(
      `select payload from graphile_worker._private_jobs where payload ->> 'visitorId' = $1`,
      [hit.v],
    )
    expect(rows).toEqual([
      { payload: { rootId: pixel.rootId, agencyId: pixel.agencyId, clientId: pixel.clientId, visitorId: hit.v } },
    ])
    expect(await hitsOf(db, pixel)).toEqual([])
  })
})
