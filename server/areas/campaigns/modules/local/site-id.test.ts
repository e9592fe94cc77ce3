import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostAddressRanges } from '#contract/campaigns/address-ranges.ts'
import { copyCampaign } from '#contract/campaigns/copies.ts'
import { updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import { longestPageRule, mostPageRules } from '#contract/campaigns/page-rules.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

let stage: CampaignStage
beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const make = (fields: object = {}) => stage.create(stage.tree.acme.owner, stage.plumbright, fields)
const owner = () => stage.http.as(stage.tree.acme.owner)

describe('the pages of a Site ID campaign', () => {
  test('are all of its site unless somebody names some, and come along in a copy', async () => {
    const { data } = (await make()).body
    expect(data).toMatchObject({ include_pages: [], exclude_pages: [] })
    const { leadspeek_api_id } = data
    const pages = { include_pages: ['/pricing*', ' Shop.example.com/* ', '/pricing*'], exclude_pages: ['/careers'] }
    const kept = { include_pages: ['/pricing*', 'Shop.example.com/*'], exclude_pages: ['/careers'] }
    const saved = await owner().call(updateLocalCampaign, { body: { leadspeek_api_id, ...pages } })
    expect(saved.body.data).toMatchObject(kept)
    // What is not sent stays.
    const renamed = await owner().call(updateLocalCampaign, { body: { leadspeek_api_id, campaignName: 'Pages' } })
    expect(renamed.body.data).toMatchObject(kept)
    const copy = await owner().call(copyCampaign, {
      body: { leadspeek_api_id, campaignName: 'Copy', parts: ['source'] },
    })
    expect(copy.body.data).toMatchObject(kept)
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
    ['one name for a host', 'pricing/plans'],
    ['with a scheme', 'https://shop.example.com/pricing'],
    ['without its scheme', '//shop.example.com/'],
    ['with a space', '/our pricing'],
    ['with a query', '/pricing?plan=a'],
    ['with a fragment', '/pricing#teams'],
    ['with two stars', '/blog/**'],
    ['with a star within the host', 'shop.*.com/'],
    ['with a port', 'shop.example.com:8080/'],
    ['with a backslash', '/a\\b'],
    ['with a control character', '/a\u0000'],
    ['half a character', '/\ud800'],
    ['too long', `/${'a'.repeat(longestPageRule)}`],
  ])('are refused by name and place when one is %s', async (_what, page) => {
    const { status, body } = await make({ exclude_pages: ['/ok', page] })
    expect([status, body.field]).toEqual([422, 'exclude_pages.1'])
  })

  test('are so many and no more', async () => {
    const pages = Array.from({ length: mostPageRules + 1 }, (_none, at) => `/page-${at}`)
    const { status, body } = await make({ include_pages: pages })
    expect([status, body.field]).toEqual([422, 'include_pages'])
    expect((await make({ include_pages: pages.slice(1) })).status).toBe(200)
  })

  test('are no other product’s', async () => {
    const { status, body } = await make({ leadspeekType: 'locator', exclude_pages: ['/a'] })
    expect([status, body.field]).toEqual([422, 'exclude_pages'])
  })
})

describe('the addresses that a Site ID campaign leaves out', () => {
  test('are kept with the campaign and its pixel until they are taken away', async () => {
    const exclude_addresses = ['203.0.113.7', ' 198.51.100.0/24', '2001:DB8:1::/48', '::ffff:203.0.113.7']
    const { data } = (await make({ exclude_addresses })).body
    const kept = ['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48']
    expect(data).toMatchObject({ exclude_addresses: kept })
    const { leadspeek_api_id } = data
    expect(await stage.pixelOf(leadspeek_api_id)).toMatchObject({ excluded_addresses: kept })
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
  ])('are refused by name and place when one is %j', async (address) => {
    const { status, body } = await make({ exclude_addresses: ['203.0.113.7', address] })
    expect([status, body.field]).toEqual([422, 'exclude_addresses.1'])
  })

  test('are so many and no more', async () => {
    const many = Array.from({ length: mostAddressRanges + 1 }, (_none, at) => `203.0.113.${at}`)
    const { status, body } = await make({ exclude_addresses: many })
    expect([status, body.field]).toEqual([422, 'exclude_addresses'])
  })
})

describe('the goals of a Site ID campaign', () => {
  test('are names of events, each once, and are taken away with an empty list', async () => {
    const { data } = (await make({ event_goals: ['signed up', ' called ', 'called'] })).body
    expect(data.event_goals).toEqual(['signed up', 'called'])
    const { leadspeek_api_id } = data
    const none = await owner().call(updateLocalCampaign, { body: { leadspeek_api_id, event_goals: [] } })
    expect(none.body.data.event_goals).toEqual([])
  })

  test.each([[['']], [['a'.repeat(65)]], [['a\u0000']], [Array.from({ length: 21 }, (_none, n) => `goal ${n}`)]])(
    'are refused by name: %j',
    async (event_goals) => {
      const { status, body } = await make({ event_goals })
      expect([status, body.field?.split('.')[0]]).toEqual([422, 'event_goals'])
    },
  )
})
