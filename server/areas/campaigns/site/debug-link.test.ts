import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archiveCampaign } from '#contract/campaigns/campaigns.ts'
import { makeDebugLink } from '#contract/campaigns/embed-check.ts'
import { debugMark } from '#contract/tracking/debug-link.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { start_ms, useCollectors, viewOf, type CollectAnswer } from '#server/test/collector.ts'
import { makeCampaign, makeTree, type TestCampaign, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { readDebugged } from './read-debugged.ts'

const minute_ms = 60_000
const page = 'https://shop.example/prices'
let db: TestDatabase
let http: TestApp
let tree: TestTree
let campaign: TestCampaign
let otherCampaign: TestCampaign

beforeAll(async () => {
  db = await createTestDatabase({ app: 30 })
  tree = await makeTree(db)
  http = await createTestApp(db, { clock: createStillClock(start_ms) })
  const [client, second] = tree.acme.clients
  campaign = await makeCampaign(db, client!, {
    status: 'pause',
    siteUrl: 'https://shop.example/',
    siteHosts: ['shop.example'],
  })
  otherCampaign = await makeCampaign(db, second!, { siteUrl: 'https://shop.example/', siteHosts: ['shop.example'] })
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

const serveCollector = useCollectors(() => db)
const serve = (options = {}) => serveCollector({ readDebugged, ...options })
const link = (fields: object = {}, user = tree.acme.owner) =>
  http.as(user).call(makeDebugLink, { body: { leadspeek_api_id: campaign.id, ...fields } })
const makeToken = async (): Promise<string> => (await link()).body.data.url.split(`${debugMark}=`)[1]!

type Serve = Awaited<ReturnType<typeof serve>>
const ask = ({ send }: Serve, t: string, u = page, headers: Record<string, string> = {}): Promise<CollectAnswer> =>
  send({ path: '/collect-debug', body: JSON.stringify({ t, u }), headers })
const update = (columns: string, values: unknown[] = []) =>
  db.adminPool.query(`update campaign set ${columns} where id = '${campaign.id}'`, values)

describe('the debug link', () => {
  test('opens a page of the campaign’s site for thirty minutes, and keeps a fragment that is a route', async () => {
    const { status, body } = await link()
    expect(status).toBe(200)
    expect(body.data.url).toMatch(/^https:\/\/shop\.example\/#_lid_debug=[a-z0-9]{16}\.[0-9a-z]+\.en\.[\w-]{32}$/)
    expect(body.data.ends_at).toBe(new Date(start_ms + 30 * minute_ms).toISOString())
    for (const [url, begins] of [
      ['https://shop.example/a?b=1#part', 'https://shop.example/a?b=1#_lid_debug='],
      ['https://shop.example/#/cart', 'https://shop.example/#/cart?_lid_debug='],
      ['https://shop.example/#!/cart?x=1', 'https://shop.example/#!/cart?x=1&_lid_debug='],
    ])
      expect((await link({ url })).body.data.url.startsWith(begins!)).toBe(true)
  })

  test('works for each site of the campaign, with that site’s pixel', async () => {
    const second = { url: 'https://second.example/', key: '0123456789abcdef' }
    await update('module_settings = $1', [{ moreSites: [second] }])
    const { status, body } = await link({ url: 'https://www.second.example/prices' })
    await update(`module_settings = '{}'`)
    expect(status).toBe(200)
    expect(body.data.url.startsWith(`https://www.second.example/prices#${debugMark}=${second.key}.`)).toBe(true)
  })

  test('is rejected for any other address', async () => {
    for (const url of [
      'https://elsewhere.example/',
      'javascript:alert(1)',
      'https://shop.example@evil.example/',
      'x',
    ]) {
      const { status, body } = await link({ url })
      expect({ status, field: body.field }).toEqual({ status: 422, field: 'url' })
    }
  })

  test('is available only to the campaign’s own people', async () => {
    expect((await link({}, tree.acme.clients[0]!.user)).status).toBe(200)
    expect((await link({}, tree.acme.clients[1]!.user)).status).toBe(404)
    expect((await link({}, tree.brightside.owner)).status).toBe(404)
    expect((await link({}, tree.root.system)).status).toBe(403)
  })
})

describe('the debugger', () => {
  test('reports the campaign’s status and the checks for this page and browser, but nothing about people', async () => {
    const collector = await serve()
    const token = await makeToken()
    const { status, body, headers } = await ask(collector, token)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    const { rows } = await db.adminPool.query('select name, status from campaign where id = $1', [campaign.id])
    expect(body).toEqual({
      campaign: rows[0].name,
      status: rows[0].status,
      page: 'every',
      is_thank_you: false,
      held: null,
      now: start_ms,
      ends_at: start_ms + 30 * minute_ms,
    })
    expect((await ask(collector, token, page, { 'sec-gpc': '1' })).body).toMatchObject({ held: 'privacy_gpc' })
    expect((await ask(collector, token, page, { 'user-agent': 'curl/8.0' })).body).toMatchObject({ held: 'bot' })
  })

  test('reports the result of the page rules and the thank-you page', async () => {
    const collector = await serve()
    const token = await makeToken()
    await update(`module_settings = '{"excludePages": ["/careers*"]}'`)
    await db.adminPool.query(
      `update pixel set thank_you_page = '/thanks', excluded_addresses = '{127.0.0.0/8}' where key = $1`,
      [campaign.pixelKey],
    )
    expect((await ask(collector, token)).body).toMatchObject({
      page: 'counts',
      held: 'ip_excluded',
      is_thank_you: false,
    })
    const careers = await ask(collector, token, 'https://shop.example/careers/7')
    expect(careers.body).toMatchObject({ page: 'left_out' })
    expect((await ask(collector, token, 'https://shop.example/thanks?a=1')).body).toMatchObject({ is_thank_you: true })
  })

  test('is rejected once the link expires', async () => {
    const collector = await serve()
    const token = await makeToken()
    collector.clock.advance(30 * minute_ms - 1)
    expect((await ask(collector, token)).status).toBe(200)
    collector.clock.advance(1)
    const { status, body } = await ask(collector, token)
    expect({ status, ...body }).toMatchObject({ status: 403, code: 'forbidden', field: 't' })
    expect(body.message).toBe('This link has expired. Create a new one in the campaign.')
  })

  test('rejects tampered tokens, including one with another pixel’s key', async () => {
    const collector = await serve()
    const token = await makeToken()
    const [key, end, language, signature] = token.split('.')
    const longer = (Number.parseInt(end!, 36) + minute_ms).toString(36)
    for (const forgery of [
      '',
      'x',
      [key, longer, language, signature].join('.'),
      [otherCampaign.pixelKey, end, language, signature].join('.'),
      [key, end, 'ar', signature].join('.'),
      [key, end, language, `${signature!.slice(0, -1)}${signature!.endsWith('A') ? 'B' : 'A'}`].join('.'),
      `${token}.more`,
    ])
      expect((await ask(collector, forgery)).body).toMatchObject({ code: 'malformed', field: 't' })
  })

  test('is rejected on another site, whether the page or the browser names it', async () => {
    const collector = await serve()
    const token = await makeToken()
    for (const answer of [
      await ask(collector, token, 'https://elsewhere.example/'),
      await ask(collector, token, page, { origin: 'https://elsewhere.example' }),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ code: 'forbidden', field: 'u' })
      expect(JSON.stringify(answer.body)).not.toContain('campaign"')
    }
    expect((await ask(collector, token, 'about:blank')).body).toMatchObject({ code: 'malformed', field: 'u' })
    for (const body of ['', '[]', 'null', '{"t":1,"u":"x"}', `{"t":"${token}","u":"${page}","v":1}`])
      expect((await collector.send({ path: '/collect-debug', body })).status).toBe(400)
  })

  test('is rate-limited like hits, without using up their limit', async () => {
    const collector = await serve({ limits: { perAddress: 60, perPixel: 2 } })
    const token = await makeToken()
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await ask(collector, token)).status)
    expect(statuses).toEqual([200, 200, 429])
    const [client] = tree.acme.clients
    const place = { rootId: client!.user.rootId, agencyId: client!.user.agencyId!, clientId: client!.id }
    const pixel = { key: campaign.pixelKey, campaignId: campaign.id, ...place }
    expect((await collector.post(viewOf(pixel))).status).toBe(204)
  })

  test('reports the pixel as not found once the campaign is archived', async () => {
    const token = await makeToken()
    const body = { leadspeek_api_id: campaign.id, archived: 'T' as const }
    expect((await http.as(tree.acme.owner).call(archiveCampaign, { body })).status).toBe(200)
    expect((await ask(await serve(), token)).body).toMatchObject({ code: 'not_found', field: 'k' })
  })
})
