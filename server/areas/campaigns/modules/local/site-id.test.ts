import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxAddressRanges } from '#contract/campaigns/address-ranges.ts'
import { copyCampaign } from '#contract/campaigns/copies.ts'
import { archiveCampaign, updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import { longestPageRule, maxPageRules } from '#contract/campaigns/page-rules.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

let stage: CampaignStage
beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const make = (fields: object = {}) => stage.create(stage.tree.acme.owner, stage.plumbright, fields)
const owner = () => stage.http.as(stage.tree.acme.owner)

describe('the pages of a Site ID campaign', () => {
  test('are the whole site unless some are named, and are included in a copy', async () => {
    const { data } = (await make()).body
    expect(data).toMatchObject({ include_pages: [], exclude_pages: [] })
    const { leadspeek_api_id } = data
    const pages = { include_pages: ['/pricing*', ' Shop.example.com/* ', '/pricing*'], exclude_pages: ['/careers'] }
    const normalPages = { include_pages: ['/pricing*', 'Shop.example.com/*'], exclude_pages: ['/careers'] }
    const answer = await owner().call(updateLocalCampaign, { body: { leadspeek_api_id, ...pages } })
    expect(answer.body.data).toMatchObject(normalPages)
    // A missing key keeps its value.
    const renaming = await owner().call(updateLocalCampaign, { body: { leadspeek_api_id, campaignName: 'Pages' } })
    expect(renaming.body.data).toMatchObject(normalPages)
    const copy = await owner().call(copyCampaign, {
      body: { leadspeek_api_id, campaignName: 'Copy', parts: ['source'] },
    })
    expect(copy.body.data).toMatchObject(normalPages)
    const none = await owner().call(updateLocalCampaign, {
      body: { leadspeek_api_id, include_pages: [], exclude_pages: [] },
    })
    expect(none.body.data).toMatchObject({ include_pages: [], exclude_pages: [] })
    const { rows } = await stage.db.adminPool.query('select module_settings from campaign where id = $1', [
      leadspeek_api_id,
    ])
    expect(rows).toEqual([{ module_settings: {} }])
  })

  test.each([
    ['empty', ''],
    ['without a slash', 'pricing'],
    ['a host without a path', 'shop.example.com'],
    ['with a one-word host', 'pricing/plans'],
    ['with a scheme', 'https://shop.example.com/pricing'],
    ['protocol-relative', '//shop.example.com/'],
    ['with a space', '/our pricing'],
    ['with a query', '/pricing?plan=a'],
    ['with a fragment', '/pricing#teams'],
    ['with two stars', '/blog/**'],
    ['with a star within the host', 'shop.*.com/'],
    ['with a port', 'shop.example.com:8080/'],
    ['with a backslash', '/a\\b'],
    ['with a control character', '/a\u0000'],
    ['with half a surrogate pair', '/\ud800'],
    ['too long', `/${'a'.repeat(longestPageRule)}`],
  ])('are rejected by field and index when one is %s', async (_what, page) => {
    const { status, body } = await make({ exclude_pages: ['/ok', page] })
    expect([status, body.field]).toEqual([422, 'exclude_pages.1'])
  })

  test('are limited in number', async () => {
    const pages = Array.from({ length: maxPageRules + 1 }, (_none, at) => `/page-${at}`)
    const { status, body } = await make({ include_pages: pages })
    expect([status, body.field]).toEqual([422, 'include_pages'])
    expect((await make({ include_pages: pages.slice(1) })).status).toBe(200)
  })

  test('are rejected for other products', async () => {
    const { status, body } = await make({ leadspeekType: 'locator', exclude_pages: ['/a'] })
    expect([status, body.field]).toEqual([422, 'exclude_pages'])
  })
})

describe('the excluded addresses of a Site ID campaign', () => {
  test('are stored with the campaign and its pixel until they are removed', async () => {
    const exclude_addresses = ['203.0.113.7', ' 198.51.100.0/24', '2001:DB8:1::/48', '::ffff:203.0.113.7']
    const { data } = (await make({ exclude_addresses })).body
    const addresses = ['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48']
    expect(data).toMatchObject({ exclude_addresses: addresses })
    const { leadspeek_api_id } = data
    expect(await stage.pixelOf(leadspeek_api_id)).toMatchObject({ excluded_addresses: addresses })
    await owner().call(updateLocalCampaign, { body: { leadspeek_api_id, exclude_addresses: [] } })
    expect(await stage.pixelOf(leadspeek_api_id)).toMatchObject({ excluded_addresses: [] })
  })

  test.each([
    '',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.0/33',
    '0.0.0.0/0',
    '10.0.0.0/7',
    '::/0',
    '2001:db8::/129',
    'office.example',
    '203.0.113.7/',
    '203.0.113.1-9',
  ])('are rejected by field and index when one is %j', async (address) => {
    const { status, body } = await make({ exclude_addresses: ['203.0.113.7', address] })
    expect([status, body.field]).toEqual([422, 'exclude_addresses.1'])
  })

  test('are limited in number', async () => {
    const many = Array.from({ length: maxAddressRanges + 1 }, (_none, at) => `203.0.113.${at}`)
    const { status, body } = await make({ exclude_addresses: many })
    expect([status, body.field]).toEqual([422, 'exclude_addresses'])
  })
})

describe('the goals of a Site ID campaign', () => {
  test('are unique event names, and are removed with an empty list', async () => {
    const { data } = (await make({ event_goals: ['signed up', ' called ', 'called'] })).body
    expect(data.event_goals).toEqual(['signed up', 'called'])
    const { leadspeek_api_id } = data
    const none = await owner().call(updateLocalCampaign, { body: { leadspeek_api_id, event_goals: [] } })
    expect(none.body.data.event_goals).toEqual([])
  })

  test.each([[['']], [['a'.repeat(65)]], [['a\u0000']], [Array.from({ length: 21 }, (_none, n) => `goal ${n}`)]])(
    'are rejected by field: %j',
    async (event_goals) => {
      const { status, body } = await make({ event_goals })
      expect([status, body.field?.split('.')[0]]).toEqual([422, 'event_goals'])
    },
  )
})

describe('the sites of a Site ID campaign', () => {
  const pixelsOf = async (id: string) =>
    (
      await stage.db.adminPool.query<{ key: string; site_hosts: string[]; active: boolean }>(
        'select key, site_hosts, active from pixel where campaign_id = $1 order by site_hosts',
        [id],
      )
    ).rows

  test('have a pixel each, which stays as long as the address does', async () => {
    const [shop, blog] = ['https://shop.example.com/', 'https://blog.example.org/']
    const { data } = (await make({ urlCode: 'https://a.example.com/', more_sites: [shop, blog, shop] })).body
    const { leadspeek_api_id, more_pixels = [] } = data
    expect(data.more_sites).toEqual([shop, blog])
    const hosts = [
      ['blog.example.org', 'www.blog.example.org'],
      ['shop.example.com', 'www.shop.example.com'],
    ]
    expect(more_pixels.map(({ site_hosts }) => site_hosts).toSorted()).toEqual(hosts)
    expect((await pixelsOf(leadspeek_api_id)).map(({ site_hosts }) => site_hosts)).toEqual([
      ['a.example.com', 'www.a.example.com'],
      ...hosts,
    ])
    const answer = await owner().call(updateLocalCampaign, { body: { leadspeek_api_id, more_sites: [shop] } })
    const shopPixel = more_pixels.find(({ site_url }) => site_url === shop)!
    expect(answer.body.data.more_pixels).toEqual([shopPixel])
    expect((await pixelsOf(leadspeek_api_id)).map(({ key }) => key).toSorted()).toEqual(
      [data.pixel_key, shopPixel.pixel_key].toSorted(),
    )
    const copyAnswer = await owner().call(copyCampaign, {
      body: { leadspeek_api_id, campaignName: 'Again', parts: ['source'] },
    })
    const [copiedPixel] = copyAnswer.body.data.more_pixels!
    expect([copiedPixel!.site_url, copiedPixel!.pixel_key === shopPixel.pixel_key]).toEqual([shop, false])
    await stage.db.adminPool.query(`update campaign set status = 'pause' where id = $1`, [leadspeek_api_id])
    await owner().call(archiveCampaign, { body: { leadspeek_api_id, archived: 'T' } })
    expect((await pixelsOf(leadspeek_api_id)).map(({ active }) => active)).toEqual([false, false])
  })

  test.each([
    [['']],
    [['shop']],
    [['javascript:alert(1)']],
    [Array.from({ length: 11 }, (_none, n) => `https://${n}.example.com/`)],
  ])('are rejected by field: %j', async (more_sites) => {
    const { status, body } = await make({ more_sites })
    expect([status, body.field?.split('.')[0]]).toEqual([422, 'more_sites'])
  })
})
