import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import type { CollectBody } from '#contract/tracking/collect-body.ts'
import type { Hit } from '#server/areas/tracking/hit.ts'
import { entryOf } from '#server/areas/tracking/judge-hit.ts'
import { pageOfAddress } from '#server/areas/tracking/page-address.ts'
import { createPixels } from '#server/areas/tracking/pixels.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

let stage: CampaignStage
beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const site = 'https://www.plumbright.example'
const create = (fields: object) =>
  stage.create(stage.tree.acme.owner, stage.plumbright, { urlCode: `${site}/start`, ...fields })
const change = (id: string, fields: object) =>
  stage.http.as(stage.tree.acme.owner).call(updateCampaign, { body: { leadspeek_api_id: id, ...fields } })

/** How the collector classifies a hit on a page. */
async function kindOf(key: string, u: string, t: 'view' | 'event' = 'view'): Promise<string> {
  const pixel = await createPixels(stage.db.adminPool).find(key)
  const body = { i: 'a'.repeat(32), k: key, t, u, v: 'a'.repeat(32), s: 'b'.repeat(32) } as unknown as CollectBody
  const visitor = { headers: { origin: site }, address: '192.0.2.1' }
  const entry = entryOf(pixel!, body, visitor, () => false) as { hit: Hit }
  return entry.hit.kind
}

describe('a thank-you page (urlCodeThankyou)', () => {
  test('turns a visitor into a customer regardless of query or fragment, and leaves other pages and events unaffected', async () => {
    const { status, body } = await create({ urlCodeThankyou: `${site}/order/Thank you?ref=1` })
    expect([status, body.data.urlCodeThankyou]).toEqual([200, `${site}/order/Thank you?ref=1`])
    const { pixel_key: key, leadspeek_api_id: id } = body.data
    for (const page of ['/order/Thank%20you', '/order/Thank%20you/', '/order/Thank%20you?order=7#top'])
      expect([page, await kindOf(key, site + page)]).toEqual([page, 'conversion'])
    expect(await kindOf(key, `https://plumbright.example/order/Thank%20you`)).toBe('conversion')
    for (const page of ['/', '/order', '/order/thank%20you', '/order/Thank%20you/more', '/start?x=/order/Thank%20you'])
      expect([page, await kindOf(key, site + page)]).toEqual([page, 'view'])
    expect(await kindOf(key, `${site}/order/Thank%20you`, 'event')).toBe('event')
    // A missing key keeps it; an empty value removes it.
    await change(id, { campaignName: 'Other' })
    expect(await kindOf(key, `${site}/order/Thank%20you`)).toBe('conversion')
    expect((await change(id, { urlCodeThankyou: '' })).body.data.urlCodeThankyou).toBe('')
    expect(await kindOf(key, `${site}/order/Thank%20you`)).toBe('view')
  })

  test('may be a route of a single-page site', async () => {
    const { body } = await create({ urlCodeThankyou: `${site}/shop#/thanks` })
    expect(await kindOf(body.data.pixel_key, `${site}/shop#/thanks?order=7`)).toBe('conversion')
    expect(await kindOf(body.data.pixel_key, `${site}/shop#/cart`)).toBe('view')
  })

  test.each([
    ['another site', { urlCodeThankyou: 'https://elsewhere.example/thanks' }],
    ['the home page', { urlCodeThankyou: `${site}/` }],
    ['the page that carries the pixel', { urlCodeThankyou: `${site}/start/?x=1` }],
    ['an invalid address', { urlCodeThankyou: 'javascript:alert(1)' }],
    ['one that is too long', { urlCodeThankyou: `${site}/${'a'.repeat(2000)}` }],
    ['one of a product without a pixel', { leadspeekType: 'locator', urlCodeThankyou: `${site}/thanks` }],
    ['one without a site', { urlCode: '', urlCodeThankyou: `${site}/thanks` }],
  ])('cannot be %s', async (_what, fields) => {
    const { status, body } = await create(fields)
    expect([status, (body as unknown as { field: string }).field]).toEqual([422, 'urlCodeThankyou'])
  })
})

test.each([
  ['https://shop.example', ''],
  ['https://shop.example/', ''],
  ['https://shop.example?a=1', ''],
  ['https://shop.example/a/b/?c#d', '/a/b'],
  ['https://shop.example/a#!/b/?c', '/a#!/b'],
  ['shop.example/a', null],
])('the page of %s is %j', (address, page) => {
  expect(pageOfAddress(address)).toBe(page)
})
