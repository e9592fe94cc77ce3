import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import { checkRunEmbededCode, checkSiteEmbededCode } from '#contract/campaigns/embed-check.ts'
import { scriptSnippet } from '#contract/tracking/snippets.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeCampaign, makeTree, type TestCampaign, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

const minute_ms = 60_000
let db: TestDatabase
let http: TestApp
let tree: TestTree
let site: Server
let siteUrl: string
let campaign: TestCampaign
let answer: RequestListener
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))

beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  site = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  siteUrl = `http://plumbright.localhost:${port}/`
  http = await createTestApp(db, {
    clock,
    env: { OUTGOING_ALLOW: `plumbright.localhost:${port},www.shop.localhost:${port}` },
  })
  campaign = await makeCampaign(db, tree.acme.clients[0]!, {
    siteUrl,
    siteHosts: ['plumbright.localhost', 'intern.localhost'],
  })
})
afterAll(async () => {
  site.close()
  site.closeAllConnections()
  await http.close()
  await db.drop()
})

/** Advances the clock between checks to stay below the rate limit. */
const check = (fields: object = {}, user = tree.acme.owner) => {
  clock.advance(15_000)
  return http.as(user).call(checkSiteEmbededCode, { body: { leadspeek_api_id: campaign.id, ...fields } })
}
const serve = (html: string, status = 200): void => {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' })
    response.end(html)
  }
}
const tag = (key: string): string => scriptSnippet({ origin: 'https://leads.acme.example', key })

describe('the site check', () => {
  test('finds the pixel on the page and stores the time', async () => {
    serve(`<html><head>${tag(campaign.pixelKey)}</head></html>`)
    const { status, body } = await check()
    expect(status).toBe(200)
    expect(body).toMatchObject({ result: 'success', status: 'exist', url: siteUrl, containers: [] })
    const { rows } = await db.adminPool.query('select * from campaign where id = $1', [campaign.id])
    expect(rows[0]).toMatchObject({ site_check_result: 'exist', site_checked_at: new Date(body.checked_at) })
  })

  test('gtminstalled: returns "probably" for a tag manager only if the campaign says that the site uses one', async () => {
    const { id: leadspeek_api_id, pixelKey } = await makeCampaign(db, tree.acme.clients[0]!, { siteUrl })
    const change = async (gtminstalled: 'T' | 'F') => {
      const body = { leadspeek_api_id, gtminstalled }
      expect((await http.as(tree.acme.owner).call(updateCampaign, { body })).status).toBe(200)
    }
    const checkSite = async () => (await check({ leadspeek_api_id })).body
    serve('<script src="https://www.googletagmanager.com/gtm.js?id=GTM-XY34ZZ"></script>')
    await change('T')
    expect(await checkSite()).toMatchObject({ status: 'probably', containers: ['GTM-XY34ZZ'] })
    await change('F')
    expect(await checkSite()).toMatchObject({
      status: 'not exist',
      message: 'A tag manager is on the page, but the campaign says that its site has none.',
      containers: ['GTM-XY34ZZ'],
    })
    serve(`<script src="https://www.googletagmanager.com/gtm.js?id=GTM-XY34ZZ"></script>${tag(pixelKey)}`)
    expect((await checkSite()).status).toBe('exist')
  })

  test('returns "not exist" without a pixel or with another one', async () => {
    serve('<html></html>')
    expect((await check()).body.status).toBe('not exist')
    serve(tag('abcdefgh234567ab'))
    expect((await check()).body.status).toBe('not exist')
  })

  test('looks for each site’s own pixel, and stores the result of the first site', async () => {
    const { port } = new URL(siteUrl)
    const shop = `http://www.shop.localhost:${port}/`
    await db.adminPool.query(`update campaign set module_settings = $2 where id = $1`, [
      campaign.id,
      { moreSites: [{ url: `http://shop.localhost:${port}/`, key: 'abcdefgh234567ab' }] },
    ])
    answer = (request, response) =>
      response.end(tag(request.headers.host?.includes('shop') ? 'abcdefgh234567ab' : campaign.pixelKey))
    expect((await check()).body).toMatchObject({ status: 'exist', url: siteUrl })
    expect((await check({ url: shop })).body).toMatchObject({ status: 'exist', url: shop })
    serve(tag(campaign.pixelKey))
    expect((await check({ url: shop })).body.status, 'the first site’s pixel').toBe('not exist')
    const { rows } = await db.adminPool.query('select site_check_result from campaign where id = $1', [campaign.id])
    expect(rows[0].site_check_result).toBe('exist')
    await db.adminPool.query(`update campaign set module_settings = '{}' where id = $1`, [campaign.id])
  })

  test('reads another page of the site on request, and follows redirects', async () => {
    answer = (request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end()
      else response.end(request.url === '/new' ? tag(campaign.pixelKey) : '')
    }
    expect((await check({ url: `${siteUrl}old` })).body.status).toBe('exist')
    expect((await check({ url: siteUrl })).body.status).toBe('not exist')
  })

  test.each([
    ['an error page', () => serve('gone', 500)],
    ['a page that is too long', () => serve('x'.repeat(2 * 1024 * 1024 + 1))],
    ['a dropped connection', () => void (answer = (request) => request.socket.destroy())],
    [
      'endless redirects',
      () => void (answer = (_request, response) => response.writeHead(302, { location: '/' }).end()),
    ],
  ])('R220: returns 504 with the text of the specification for %s', async (_what, arrange) => {
    arrange()
    const { status, body } = await check()
    expect(status).toBe(504)
    expect(body).toMatchObject({
      result: 'failed from crawl',
      status: 'not exist',
      message: 'Blocked from crawling (Needs manual review at your url)',
    })
    const { rows } = await db.adminPool.query('select site_check_result from campaign where id = $1', [campaign.id])
    expect(rows[0].site_check_result).toBe('failed from crawl')
  })

  test('reads only the campaign’s hosts, and reports a private address as blocked like any other', async () => {
    serve(tag(campaign.pixelKey))
    for (const url of ['http://127.0.0.1/', 'https://example.com/', 'file:///etc/passwd', 'x']) {
      const { status, body } = await check({ url })
      expect({ status, field: body.field }).toEqual({ status: 422, field: 'url' })
    }
    expect((await check({ url: 'http://intern.localhost/' })).status).toBe(504)
  })

  test('requires a site', async () => {
    const empty = await makeCampaign(db, tree.acme.clients[0]!, { siteUrl: '', siteHosts: [], status: 'draft' })
    const { status, body } = await check({ leadspeek_api_id: empty.id })
    expect({ status, field: body.field }).toEqual({ status: 422, field: 'url' })
  })

  test('is available only to the campaign’s own people', async () => {
    serve(tag(campaign.pixelKey))
    expect((await check({}, tree.acme.clients[0]!.user)).status).toBe(200)
    expect((await check({}, tree.acme.clients[1]!.user)).status).toBe(404)
    expect((await check({}, tree.brightside.owner)).status).toBe(404)
  })

  test('is limited to six per minute', async () => {
    serve('')
    clock.advance(minute_ms)
    const statuses = []
    for (let n = 0; n < 7; n++) {
      const body = { leadspeek_api_id: campaign.id }
      statuses.push((await http.as(tree.acme.admin).call(checkSiteEmbededCode, { body })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})

describe('the run check', () => {
  const run = () => http.as(tree.acme.owner).call(checkRunEmbededCode, { query: { leadspeek_api_id: campaign.id } })
  const hitAt = (at: Date | null) =>
    db.adminPool.query('update campaign set last_hit_at = $2 where id = $1', [campaign.id, at])

  test('passes only with a hit in the last 24 hours', async () => {
    expect((await run()).body).toMatchObject({ status: 'not exist', last_hit_at: null })
    const dayAgo = clock.now() - 24 * 60 * minute_ms
    for (const [at_ms, status] of [
      [clock.now(), 'exist'],
      [dayAgo, 'exist'],
      [dayAgo - 1, 'not exist'],
    ] as const) {
      await hitAt(new Date(at_ms))
      expect((await run()).body).toMatchObject({ status, last_hit_at: new Date(at_ms).toISOString() })
    }
  })

  test('names the invalid field', async () => {
    const { status, body } = await http
      .as(tree.acme.owner)
      .call(checkRunEmbededCode, { query: { leadspeek_api_id: 'x' } })
    expect({ status, field: body.field }).toEqual({ status: 422, field: 'leadspeek_api_id' })
  })
})
