import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCampaign,
  getCampaign,
  listCampaigns,
  archiveCampaign,
  removeCampaign,
  setCampaignActive,
  updateLocalCampaign,
} from '#contract/campaigns/campaigns.ts'
import { fullCampaign, openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { makeCampaign, makeUser, type TestUser } from '#server/test/factories.ts'

let stage: CampaignStage
/** A client whose agency lets it manage its campaigns (OQ-12). */
let managingClient: TestUser

beforeAll(async () => {
  stage = await openCampaignStage()
  const { companyId, rootId, agencyId, clientId, host } = stage.harbor.user
  const place = { companyId, rootId, agencyId, clientId, host }
  managingClient = await makeUser(stage.db, place, 'client', 'in@harborrealty.test', { 'campaign.create': true })
})
afterAll(() => stage.close())

describe('creating a campaign', () => {
  test('keeps every field as sent and creates a draft with its own pixel', async () => {
    const before = await stage.countsOf(stage.plumbright)
    const { status, body } = await stage.create(stage.tree.acme.owner, stage.plumbright, fullCampaign)
    expect(status).toBe(200)
    expect(body.message).toBe('Data has been added successfully')
    expect(body.data).toMatchObject({
      ...fullCampaign,
      reportSentTo: 'ann@plumbright.example\nbob@plumbright.example',
      zip: '00501\n33101',
      CostSet: 2.25,
      status: 'draft',
      company_id: stage.plumbright.id,
      company_name: 'Plumbright',
      blockers: [],
    })
    expect(await stage.pixelOf(body.data.leadspeek_api_id)).toMatchObject({
      key: body.data.pixel_key,
      agency_id: stage.tree.acme.id,
      client_id: stage.plumbright.id,
      site_hosts: ['www.plumbright.example', 'plumbright.example'],
      active: true,
    })
    expect(await stage.countsOf(stage.plumbright)).toEqual({ ...before, campaigns: before.campaigns + 1 })
    const again = await stage.http
      .as(stage.tree.acme.owner)
      .call(getCampaign, { params: { id: body.data.leadspeek_api_id } })
    expect(again.body.data).toEqual(body.data)
  })

  test('uses sensible defaults for omitted fields', async () => {
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright)
    expect(body.data).toMatchObject({
      startdatecampaign: '2026-11-20',
      enddatecampaign: '',
      timezone: 'America/Chicago',
      locationtarget: 'National Targeting',
      requireemailaddress: 'T',
      reidentificationtype: 'never',
      LimitLead: 100,
      CostSet: 1.5,
      wholesalePrice: 0.5,
    })
    expect(body.data.blockers.map(({ field }) => field)).toEqual(['urlCode'])
  })

  test('completes a site that was typed without its scheme', async () => {
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright, {
      urlCode: ' plumbright.example/shop ',
    })
    expect(body.data).toMatchObject({ urlCode: 'https://plumbright.example/shop', blockers: [] })
  })

  test('starts today in its own time zone, not in its client’s', async () => {
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright, { timezone: 'Pacific/Kiritimati' })
    expect(body.data).toMatchObject({ startdatecampaign: '2026-11-21', timezone: 'Pacific/Kiritimati' })
  })

  test('turns the report recipients into an email destination in the same step', async () => {
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright, {
      reportSentTo: 'ann@plumbright.example',
    })
    const { rows } = await stage.db.adminPool.query(
      `select recipients from destination where campaign_id = $1 and kind = 'email' and removed_at is null`,
      [body.data.leadspeek_api_id],
    )
    expect(rows).toEqual([{ recipients: ['ann@plumbright.example'] }])
  })

  test.each([
    ['campaignName', { campaignName: ' ' }],
    ['campaignName', { campaignName: 'x'.repeat(256) }],
    ['leadspeekType', { leadspeekType: 'siteid' }],
    ['urlCode', { urlCode: 'plumbright' }],
    ['urlCode', { urlCode: 'javascript:alert(1)' }],
    ['urlCode', { urlCode: 'https://a:b@plumbright.example' }],
    ['reportSentTo', { reportSentTo: 'ann' }],
    ['reportSentTo', { reportSentTo: Array.from({ length: 11 }, (_, n) => `a${n}@plumbright.example`).join('\n') }],
    ['startdatecampaign', { startdatecampaign: '2026-02-30' }],
    ['startdatecampaign', { startdatecampaign: '1999-12-31' }],
    ['enddatecampaign', { startdatecampaign: '2026-12-02', enddatecampaign: '2026-12-01' }],
    ['timezone', { timezone: 'America/Nowhere' }],
    ['timezone', { timezone: '+05:00' }],
    ['timezone', { timezone: 'america/chicago' }],
    ['locationtarget', { nationaltargeting: 'F' }],
    ['state', { locationtarget: 'State', state: ['XX'] }],
    ['state', { locationtarget: 'Zip Code', zip: '33101', state: ['FL'] }],
    ['zip', { locationtarget: 'Zip Code', zip: '3310' }],
    ['zip', { locationtarget: 'Zip Code', zip: '33101\n99999' }],
    ['zip', { locationtarget: 'National Targeting', zip: '33101' }],
    ['requireemailaddress', { requireemailaddress: true }],
    ['reidentificationtype', { reidentificationtype: '2 weeks' }],
    ['LimitLead', { LimitLead: -1 }],
    ['LimitLead', { LimitLead: 1.5 }],
    ['LimitLeadFreq', { LimitLeadFreq: 'hour' }],
    ['CostSet', { CostSet: '1.23456' }],
    ['CostSet', { CostSet: '0.49' }],
    ['CostSet', { CostSet: 10_001 }],
    ['CostSet', { CostSet: '1e2' }],
    ['wholesale', { wholesale: 1 }],
    ['companyID', { companyID: 'all' }],
  ])('rejects an invalid %s and changes nothing: %j', async (field, fields) => {
    const before = await stage.db.adminPool.query('select count(*) from campaign')
    const { status, body } = await stage.create(stage.tree.acme.owner, stage.plumbright, fields)
    expect({ status, field: body.field }).toEqual({ status: 422, field })
    expect((await stage.db.adminPool.query('select count(*) from campaign')).rows).toEqual(before.rows)
  })

  test('names every unknown ZIP code at once', async () => {
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright, {
      locationtarget: 'Zip Code',
      zip: '99998,33101 99999',
    })
    expect(body.message).toBe('Unknown ZIP codes: 99998, 99999.')
  })

  test('works only for clients, never for agencies', async () => {
    const { status, body } = await stage.http.as(stage.tree.acme.owner).call(createCampaign, {
      body: { companyID: stage.tree.acme.id, leadspeekType: 'local', campaignName: 'Made' },
    })
    expect(status).toBe(403)
    expect(body.data).toBeUndefined()
  })

  test('returns the same response for a foreign client as for an absent one', async () => {
    const foreign = await stage.create(stage.tree.acme.owner, stage.solstice)
    const absent = await stage.create(stage.tree.acme.owner, {
      ...stage.solstice,
      id: '01900000-0000-7000-8000-000000000000',
    })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' })
  })
})

describe('a client', () => {
  test('may not create or change campaigns unless its agency allows it', async () => {
    expect((await stage.create(stage.harbor.user, stage.harbor)).status).toBe(403)
    const campaign = await makeCampaign(stage.db, stage.harbor)
    const client = stage.http.as(stage.harbor.user)
    const body = { leadspeek_api_id: campaign.id }
    expect((await client.call(updateLocalCampaign, { body: { ...body, campaignName: 'Mine' } })).status).toBe(403)
    expect((await client.call(setCampaignActive, { body: { ...body, status: 'pause' } })).status).toBe(403)
    expect((await client.call(archiveCampaign, { body: { ...body, archived: 'T' } })).status).toBe(403)
    expect((await client.call(removeCampaign, { body })).status).toBe(403)
  })

  test('that is authorized creates campaigns at the price set by its agency', async () => {
    const { status, body } = await stage.create(managingClient, stage.harbor)
    expect(status).toBe(200)
    expect(body.data.can_set_prices).toBe(false)
    expect((await stage.create(managingClient, stage.harbor, { CostSet: '1.75' })).body.field).toBe('CostSet')
    const change = { leadspeek_api_id: body.data.leadspeek_api_id, CostSet: body.data.CostSet, campaignName: 'Mine' }
    const answer = await stage.http.as(managingClient).call(updateLocalCampaign, { body: change })
    expect(answer.body.data.campaignName).toBe('Mine')
    expect(
      (await stage.http.as(managingClient).call(updateLocalCampaign, { body: { ...change, CostSet: 9 } })).body.field,
    ).toBe('CostSet')
  })

  test('does not see the wholesale price, by name or by value', async () => {
    const campaign = await makeCampaign(stage.db, stage.harbor, { retailPrice_e4: 21_000, wholesalePrice_e4: 12_345 })
    const detail = await stage.http.as(stage.harbor.user).call(getCampaign, { params: { id: campaign.id } })
    const list = await stage.http.as(stage.harbor.user).call(listCampaigns, { params: { companyID: stage.harbor.id } })
    expect(detail.body.data.CostSet).toBe(2.1)
    for (const { raw } of [detail, list]) expect(raw.payload).not.toMatch(/wholesale|minimum|1\.2345|12345/i)
    const owner = await stage.http.as(stage.tree.acme.owner).call(getCampaign, { params: { id: campaign.id } })
    expect(owner.body.data.wholesalePrice).toBe(1.2345)
  })
})
