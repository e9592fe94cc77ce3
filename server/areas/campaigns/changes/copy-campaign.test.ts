import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyParts, copyCampaign, type CopyPart } from '#contract/campaigns/copies.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { fullCampaign, openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { makeCampaign, makeUser, type TestUser } from '#server/test/factories.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const copy = (leadspeek_api_id: string, parts: readonly CopyPart[], user: TestUser = stage.tree.acme.owner) =>
  stage.http.as(user).call(copyCampaign, { body: { leadspeek_api_id, campaignName: 'Again', parts: [...parts] } })

/** Fields that are each campaign's own, even in a copy. */
const notCopied = [
  'leadspeek_api_id',
  'campaignName',
  'pixel_key',
  'status',
  'created_at',
  'updated_at',
  'last_hit_at',
  'leads',
  'site_checked_at',
  'site_check_result',
]
const copiedFields = (detail: object) =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => !notCopied.includes(name)))

const notices = { leadsAmountNotification: 20, clientHidePhone: 'T', reportType: 'day' }

describe('a copy of a campaign', () => {
  test('with all parts is identical except for its name, pixel and history', async () => {
    const source = (await stage.create(stage.tree.acme.owner, stage.plumbright, { ...fullCampaign, ...notices })).body
      .data
    const { status, body } = await copy(source.leadspeek_api_id, copyParts)
    expect([status, body.message]).toEqual([200, 'Data has been added successfully'])
    expect(copiedFields(body.data)).toEqual(copiedFields(source))
    expect(body.data).toMatchObject({ status: 'draft', campaignName: 'Again', leads: 0 })
    expect(body.data.pixel_key).not.toBe(source.pixel_key)
    expect((await stage.pixelOf(body.data.leadspeek_api_id)).key).toBe(body.data.pixel_key)
  })

  test('without parts is a new campaign of the same client and product', async () => {
    const source = (await stage.create(stage.tree.acme.owner, stage.plumbright, { ...fullCampaign, ...notices })).body
      .data
    const bare = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body.data
    expect(copiedFields((await copy(source.leadspeek_api_id, [])).body.data)).toEqual(copiedFields(bare))
  })

  test.each(copyParts)('with %s alone copies nothing else', async (part) => {
    const source = (await stage.create(stage.tree.acme.owner, stage.plumbright, { ...fullCampaign, ...notices })).body
      .data
    const bare = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body.data
    const copyMade = (await copy(source.leadspeek_api_id, [part])).body.data
    const changedFields = Object.keys(copiedFields(copyMade)).filter(
      (name) => JSON.stringify(copyMade[name as 'zip']) !== JSON.stringify(bare[name as 'zip']),
    )
    const ofPart: Record<CopyPart, string[]> = {
      source: ['blockers', 'gtminstalled', 'site_hosts', 'urlCode'],
      places: ['locationtarget', 'nationaltargeting', 'zip'],
      people: [
        'applyreidentificationall',
        'homeaddressenabled',
        'phoneenabled',
        'reidentificationtype',
        'requireemailaddress',
      ],
      days: ['enddatecampaign', 'startdatecampaign', 'timezone'],
      limit: ['LimitLead', 'LimitLeadFreq'],
      price: ['CostSet', 'followsClientPrice'],
      reports: ['clientHidePhone', 'reportSentTo', 'reportType'],
      notices: ['leadsAmountNotification'],
      link: [],
      answers: [],
      destinations: [],
      exclusions: [],
    }
    expect(changedFields.toSorted()).toEqual(ofPart[part])
  })

  test('follows the client’s price when its source does', async () => {
    const source = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body.data
    expect(source.followsClientPrice).toBe('T')
    expect((await copy(source.leadspeek_api_id, ['price'])).body.data.followsClientPrice).toBe('T')
  })

  test('made by an authorized client leaves out what only the agency may set', async () => {
    const { companyId, rootId, agencyId, clientId, host } = stage.harbor.user
    const place = { companyId, rootId, agencyId, clientId, host }
    const email = 'copies@harborrealty.test'
    const client = await makeUser(stage.db, place, 'client', email, { 'campaign.create': true })
    const source = (await stage.create(stage.tree.acme.owner, stage.harbor, { ...fullCampaign, ...notices })).body.data
    const answer = await copy(source.leadspeek_api_id, copyParts, client)
    expect([answer.status, answer.body.data.urlCode, answer.body.data.followsClientPrice]).toEqual([
      200,
      source.urlCode,
      'T',
    ])
    const campaign = await stage.http
      .as(stage.tree.acme.owner)
      .call(getCampaign, { params: { id: answer.body.data.leadspeek_api_id } })
    expect(campaign.body.data).toMatchObject({ leadsAmountNotification: 0, CostSet: 1.5 })
    expect((await copy(source.leadspeek_api_id, [], stage.harbor.user)).status).toBe(403)
  })

  test('leaves out people to notify who have left the agency', async () => {
    const { owner, admin } = stage.tree.acme
    const source = await stage.create(owner, stage.plumbright, { adminNotifyTo: [owner.id, admin.id] })
    const turn = (status: string) =>
      stage.db.adminPool.query('update app_user set status = $2 where id = $1', [admin.id, status])
    await turn('disabled')
    const answer = await copy(source.body.data.leadspeek_api_id, copyParts)
    await turn('active')
    expect([answer.status, answer.body.data?.adminNotifyTo]).toEqual([200, [owner.id]])
  })

  test('of another tenant’s campaign returns 404', async () => {
    const foreign = await makeCampaign(stage.db, stage.solstice)
    expect((await copy(foreign.id, copyParts)).status).toBe(404)
  })
})
