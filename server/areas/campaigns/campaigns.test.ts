import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  archiveCampaign,
  checkCampaignActive,
  createCampaign,
  getCampaign,
  listCampaigns,
  removeCampaign,
  setCampaignActive,
  updateCampaign,
  updateLocalCampaign,
} from '#contract/campaigns/campaigns.ts'
import { listCities, listStates } from '#contract/campaigns/places.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import {
  makeAgency,
  makeCampaign,
  makeTree,
  makeUser,
  type TestClient,
  type TestTree,
  type TestUser,
} from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
let plumbright: TestClient
let harbor: TestClient
let solstice: TestClient
/** A client whom the agency lets manage its campaigns (OQ-12). */
let letIn: TestUser
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))

beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  plumbright = tree.acme.clients[0]!
  harbor = tree.acme.clients[1]!
  solstice = tree.brightside.clients[0]!
  const { companyId, rootId, agencyId, clientId, host } = harbor.user
  letIn = await makeUser(db, { companyId, rootId, agencyId, clientId, host }, 'client', 'in@harborrealty.test', {
    'campaign.create': true,
  })
  http = await createTestApp(db, { clock })
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

const full = {
  campaignName: 'Spring visitors',
  urlCode: 'https://www.plumbright.example/start',
  reportSentTo: 'Ann@plumbright.example\nbob@plumbright.example',
  startdatecampaign: '2026-12-01',
  enddatecampaign: '2027-01-31',
  timezone: 'America/Los_Angeles',
  nationaltargeting: 'F',
  locationtarget: 'Zip Code',
  zip: '33101\n00501',
  requireemailaddress: 'F',
  phoneenabled: 'T',
  homeaddressenabled: 'T',
  reidentificationtype: '3 months',
  applyreidentificationall: 'T',
  LimitLead: 25,
  LimitLeadFreq: 'week',
  CostSet: '2.25',
  gtminstalled: 'T',
}

const create = async (user: TestUser, client: TestClient, fields: object = {}) =>
  http.as(user).call(createCampaign, {
    body: { companyID: client.id, leadspeekType: 'local', campaignName: 'Made', ...fields },
  })

const pixelOf = async (campaignId: string) =>
  (await db.adminPool.query('select * from pixel where campaign_id = $1', [campaignId])).rows[0]

const countsOf = async (client: TestClient) =>
  (
    await db.adminPool.query<{ campaigns: number; active_campaigns: number }>(
      'select campaigns, active_campaigns from company_count where company_id = $1',
      [client.id],
    )
  ).rows[0]!

describe('making a campaign', () => {
  test('keeps every field as it was sent and makes a draft with a pixel of its own', async () => {
    const before = await countsOf(plumbright)
    const { status, body } = await create(tree.acme.owner, plumbright, full)
    expect(status).toBe(200)
    expect(body.message).toBe('Data has been added successfully')
    expect(body.data).toMatchObject({
      ...full,
      reportSentTo: 'ann@plumbright.example\nbob@plumbright.example',
      zip: '00501\n33101',
      CostSet: 2.25,
      status: 'draft',
      company_id: plumbright.id,
      company_name: 'Plumbright',
      blockers: [],
    })
    expect(await pixelOf(body.data.leadspeek_api_id)).toMatchObject({
      key: body.data.pixel_key,
      agency_id: tree.acme.id,
      client_id: plumbright.id,
      site_hosts: ['www.plumbright.example', 'plumbright.example'],
      active: true,
    })
    expect(await countsOf(plumbright)).toEqual({ ...before, campaigns: before.campaigns + 1 })
    const again = await http.as(tree.acme.owner).call(getCampaign, { params: { id: body.data.leadspeek_api_id } })
    expect(again.body.data).toEqual(body.data)
  })

  test('takes sensible values for what was left out', async () => {
    const { body } = await create(tree.acme.owner, plumbright)
    expect(body.data).toMatchObject({
      startdatecampaign: '2026-11-20',
      enddatecampaign: '',
      timezone: 'America/Chicago',
      locationtarget: 'National Targeting',
      requireemailaddress: 'T',
      reidentificationtype: 'never',
      LimitLead: 0,
      CostSet: 1.5,
      CostSetWholesale: 0.5,
    })
    expect(body.data.blockers.map(({ field }) => field)).toEqual(['urlCode'])
  })

  test('makes the report recipients an e-mail destination in the same step', async () => {
    const { body } = await create(tree.acme.owner, plumbright, { reportSentTo: 'ann@plumbright.example' })
    const { rows } = await db.adminPool.query(
      `select recipients from destination where campaign_id = $1 and kind = 'email' and removed_at is null`,
      [body.data.leadspeek_api_id],
    )
    expect(rows).toEqual([{ recipients: ['ann@plumbright.example'] }])
  })

  test.each([
    ['campaignName', { campaignName: ' ' }],
    ['campaignName', { campaignName: 'x'.repeat(256) }],
    ['leadspeekType', { leadspeekType: 'locator' }],
    ['leadspeekType', { leadspeekType: 'siteid' }],
    ['urlCode', { urlCode: 'plumbright.example' }],
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
    ['nationaltargeting', { nationaltargeting: 'T', locationtarget: 'State', state: ['FL'] }],
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
  ])('refuses a wrong %s and changes nothing: %j', async (field, fields) => {
    const before = await db.adminPool.query('select count(*) from campaign')
    const { status, body } = await create(tree.acme.owner, plumbright, fields)
    expect({ status, field: body.field }).toEqual({ status: 422, field })
    expect((await db.adminPool.query('select count(*) from campaign')).rows).toEqual(before.rows)
  })

  test('names every unknown ZIP code at once', async () => {
    const { body } = await create(tree.acme.owner, plumbright, { locationtarget: 'Zip Code', zip: '99998,33101 99999' })
    expect(body.message).toBe('unknown ZIP codes: 99998, 99999')
  })

  test('is only for a client, never for an agency', async () => {
    const { status, body } = await http.as(tree.acme.owner).call(createCampaign, {
      body: { companyID: tree.acme.id, leadspeekType: 'local', campaignName: 'Made' },
    })
    expect(status).toBe(403)
    expect(body.data).toBeUndefined()
  })

  test('cannot tell a foreign client from an absent one', async () => {
    const foreign = await create(tree.acme.owner, solstice)
    const absent = await create(tree.acme.owner, { ...solstice, id: '01900000-0000-7000-8000-000000000000' })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' })
  })
})

describe('a client', () => {
  test('may not make or change campaigns unless its agency lets it', async () => {
    expect((await create(harbor.user, harbor)).status).toBe(403)
    const campaign = await makeCampaign(db, harbor)
    const client = http.as(harbor.user)
    const body = { leadspeek_api_id: campaign.id }
    expect((await client.call(updateLocalCampaign, { body: { ...body, campaignName: 'Mine' } })).status).toBe(403)
    expect((await client.call(setCampaignActive, { body: { ...body, status: 'pause' } })).status).toBe(403)
    expect((await client.call(archiveCampaign, { body: { ...body, archived: 'T' } })).status).toBe(403)
    expect((await client.call(removeCampaign, { body })).status).toBe(403)
    expect((await client.call(getCampaign, { params: { id: campaign.id } })).body.data.can_edit).toBe(false)
  })

  test('that is let in makes campaigns at the price that its agency set', async () => {
    const { status, body } = await create(letIn, harbor)
    expect(status).toBe(200)
    expect(body.data.can_edit).toBe(true)
    expect(body.data.can_set_prices).toBe(false)
    expect((await create(letIn, harbor, { CostSet: '1.75' })).body.field).toBe('CostSet')
    const change = { leadspeek_api_id: body.data.leadspeek_api_id, CostSet: body.data.CostSet, campaignName: 'Mine' }
    const saved = await http.as(letIn).call(updateLocalCampaign, { body: change })
    expect(saved.body.data.campaignName).toBe('Mine')
    expect((await http.as(letIn).call(updateLocalCampaign, { body: { ...change, CostSet: 9 } })).body.field).toBe(
      'CostSet',
    )
  })

  test('sees no wholesale price, neither by name nor by value', async () => {
    const campaign = await makeCampaign(db, harbor, { retailPrice_e4: 21_000, wholesalePrice_e4: 12_345 })
    const detail = await http.as(harbor.user).call(getCampaign, { params: { id: campaign.id } })
    const list = await http.as(harbor.user).call(listCampaigns, { params: { companyID: harbor.id } })
    expect(detail.body.data.CostSet).toBe(2.1)
    for (const { raw } of [detail, list]) expect(raw.payload).not.toMatch(/wholesale|minimum|1\.2345|12345/i)
    const owner = await http.as(tree.acme.owner).call(getCampaign, { params: { id: campaign.id } })
    expect(owner.body.data.CostSetWholesale).toBe(1.2345)
  })
})

describe('changing a campaign', () => {
  test('changes what was sent and nothing else, and keeps pixel and recipients in step', async () => {
    const made = (await create(tree.acme.owner, plumbright, full)).body.data
    const { status, body } = await http.as(tree.acme.owner).call(updateLocalCampaign, {
      body: {
        leadspeek_api_id: made.leadspeek_api_id,
        urlCode: 'https://shop.plumbright.example',
        locationtarget: 'State',
        state: ['TX', 'FL'],
        reportSentTo: '',
      },
    })
    expect(status).toBe(200)
    expect(body.message).toBe('Data has been updated successfully')
    expect(body.data).toEqual({
      ...made,
      urlCode: 'https://shop.plumbright.example',
      site_hosts: ['shop.plumbright.example', 'www.shop.plumbright.example'],
      locationtarget: 'State',
      state: ['FL', 'TX'],
      zip: '',
      reportSentTo: '',
      updated_at: body.data.updated_at,
    })
    expect((await pixelOf(made.leadspeek_api_id)).site_hosts).toEqual(body.data.site_hosts)
    const { rows } = await db.adminPool.query(
      'select 1 from destination where campaign_id = $1 and removed_at is null',
      [made.leadspeek_api_id],
    )
    expect(rows).toEqual([])
  })

  test('is refused when somebody else has changed it in the meantime', async () => {
    const made = (await create(tree.acme.owner, plumbright)).body.data
    const change = (user: TestUser, name: string) =>
      http.as(user).call(updateLocalCampaign, {
        body: { leadspeek_api_id: made.leadspeek_api_id, updated_at: made.updated_at, campaignName: name },
      })
    expect((await change(tree.acme.admin, 'First')).status).toBe(200)
    expect((await change(tree.acme.owner, 'Second')).status).toBe(409)
    const now = await http.as(tree.acme.owner).call(getCampaign, { params: { id: made.leadspeek_api_id } })
    expect(now.body.data.campaignName).toBe('First')
  })

  test('of the common part does not know the fields of one module', async () => {
    const made = (await create(tree.acme.owner, plumbright)).body.data
    const body = { leadspeek_api_id: made.leadspeek_api_id, campaignName: 'Common' }
    expect((await http.as(tree.acme.owner).call(updateCampaign, { body })).body.data.campaignName).toBe('Common')
    const refused = await http.as(tree.acme.owner).call(updateCampaign, { body: { ...body, zip: '33101' } })
    expect({ status: refused.status, field: refused.body.field }).toEqual({ status: 422, field: 'zip' })
  })

  test('never leaves an active campaign without its site', async () => {
    const campaign = await makeCampaign(db, plumbright)
    const { status, body } = await http
      .as(tree.acme.owner)
      .call(updateLocalCampaign, { body: { leadspeek_api_id: campaign.id, urlCode: '' } })
    expect({ status, field: body.field }).toEqual({ status: 422, field: 'urlCode' })
  })

  test('cannot tell foreign, removed and absent campaigns apart', async () => {
    const foreign = await makeCampaign(db, solstice)
    const removed = await makeCampaign(db, plumbright, { status: 'pause' })
    const owner = http.as(tree.acme.owner)
    expect((await owner.call(removeCampaign, { body: { leadspeek_api_id: removed.id } })).status).toBe(200)
    const answers = []
    for (const id of [foreign.id, removed.id, '01900000-0000-7000-8000-000000000000']) {
      const read = await owner.call(getCampaign, { params: { id } })
      const changed = await owner.call(updateLocalCampaign, { body: { leadspeek_api_id: id, campaignName: 'Mine' } })
      const started = await owner.call(setCampaignActive, { body: { leadspeek_api_id: id, status: 'active' } })
      answers.push([read, changed, started].map(({ status, body }) => ({ status, ...body, request_id: '' })))
    }
    expect(answers[0]![0]!.status).toBe(404)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('needs the flag of the role', async () => {
    const campaign = await makeCampaign(db, plumbright)
    const body = { leadspeek_api_id: campaign.id, campaignName: 'Bare' }
    expect((await http.as(tree.acme.bareAdmin).call(updateLocalCampaign, { body })).status).toBe(403)
    expect((await http.as(tree.acme.admin).call(updateLocalCampaign, { body })).status).toBe(200)
    expect((await http.as(tree.root.system).call(updateLocalCampaign, { body })).status).toBe(403)
    expect((await http.as(tree.root.salesRep).call(getCampaign, { params: { id: campaign.id } })).status).toBe(403)
  })
})

describe('the state of a campaign', () => {
  const setActive = (id: string, status: 'active' | 'pause') =>
    http.as(tree.acme.owner).call(setCampaignActive, { body: { leadspeek_api_id: id, status } })

  test('becomes active only when nothing is missing, and every blocker is named', async () => {
    const made = (await create(tree.acme.owner, plumbright)).body.data
    const ended = {
      leadspeek_api_id: made.leadspeek_api_id,
      startdatecampaign: '2026-01-01',
      enddatecampaign: '2026-11-19',
    }
    expect((await http.as(tree.acme.owner).call(updateLocalCampaign, { body: ended })).status).toBe(200)
    const refused = await setActive(made.leadspeek_api_id, 'active')
    expect(refused.status).toBe(422)
    expect(refused.body.errors!.map(({ field }) => field)).toEqual(['urlCode', 'enddatecampaign'])
    const mended = { leadspeek_api_id: made.leadspeek_api_id, urlCode: 'https://a.example', enddatecampaign: '' }
    await http.as(tree.acme.owner).call(updateLocalCampaign, { body: mended })
    const before = await countsOf(plumbright)
    expect((await setActive(made.leadspeek_api_id, 'active')).body.data.status).toBe('active')
    expect((await setActive(made.leadspeek_api_id, 'active')).body.data.status).toBe('active')
    expect(await countsOf(plumbright)).toEqual({ ...before, active_campaigns: before.active_campaigns + 1 })
    expect((await setActive(made.leadspeek_api_id, 'pause')).body.data.status).toBe('pause')
    expect(await countsOf(plumbright)).toEqual(before)
    expect((await pixelOf(made.leadspeek_api_id)).active).toBe(true)
  })

  test('goes to the archive and back, with the pixel off meanwhile', async () => {
    const campaign = await makeCampaign(db, plumbright)
    const archive = (archived: 'T' | 'F') =>
      http.as(tree.acme.owner).call(archiveCampaign, { body: { leadspeek_api_id: campaign.id, archived } })
    expect((await archive('T')).status).toBe(409)
    await setActive(campaign.id, 'pause')
    const before = await countsOf(plumbright)
    expect((await archive('T')).body.data.status).toBe('archived')
    expect((await pixelOf(campaign.id)).active).toBe(false)
    expect(await countsOf(plumbright)).toEqual({ ...before, campaigns: before.campaigns - 1 })
    expect((await setActive(campaign.id, 'active')).status).toBe(409)
    const change = { leadspeek_api_id: campaign.id, campaignName: 'Put away' }
    expect((await http.as(tree.acme.owner).call(updateLocalCampaign, { body: change })).status).toBe(409)
    expect((await archive('F')).body.data.status).toBe('pause')
    expect(await countsOf(plumbright)).toEqual(before)
    expect((await pixelOf(campaign.id)).active).toBe(true)
  })

  test('ends by removing, which an active campaign refuses', async () => {
    const campaign = await makeCampaign(db, plumbright)
    const body = { leadspeek_api_id: campaign.id }
    expect((await http.as(tree.acme.owner).call(removeCampaign, { body })).status).toBe(409)
    await setActive(campaign.id, 'pause')
    const before = await countsOf(plumbright)
    const removed = await http.as(tree.acme.owner).call(removeCampaign, { body })
    expect(removed.body).toEqual({ result: 'success', message: 'Deleted!' })
    expect(await countsOf(plumbright)).toEqual({ ...before, campaigns: before.campaigns - 1 })
    expect((await pixelOf(campaign.id)).active).toBe(false)
  })

  test('is told of active campaigns to whoever asks before switching something off', async () => {
    const agency = await makeAgency(db, { rootId: tree.root.id }, 'Asker', ['Asked'])
    const asked = agency.clients[0]!
    const owner = http.as(agency.owner)
    const none = await owner.call(checkCampaignActive, { body: { companyID: agency.id } })
    expect(none.body.active_campaign_id).toEqual([])
    const campaign = await makeCampaign(db, asked, { name: 'Still running' })
    await makeCampaign(db, asked, { status: 'pause' })
    const { body } = await owner.call(checkCampaignActive, { body: { companyID: agency.id, leadspeekType: 'local' } })
    expect(body.active_campaign_id).toEqual([campaign.id])
    expect(body.data).toEqual([
      { leadspeek_api_id: campaign.id, campaignName: 'Still running', leadspeekType: 'local' },
    ])
    const other = await owner.call(checkCampaignActive, { body: { companyID: asked.id, leadspeekType: 'b2b' } })
    expect(other.body.active_campaign_id).toEqual([])
    expect((await owner.call(checkCampaignActive, { body: { companyID: tree.acme.id } })).status).toBe(404)
  })
})

describe('the list of campaigns', () => {
  test('shows one client or the whole agency, sorted, searched and paged, with kept totals', async () => {
    const agency = await makeAgency(db, { rootId: tree.root.id }, 'Lister', ['One', 'Two'])
    const [one, two] = agency.clients as [TestClient, TestClient]
    for (const name of ['Delta', 'alpha', '50% off_now']) await makeCampaign(db, one, { name })
    await makeCampaign(db, two, { name: 'Bravo', status: 'pause' })
    await makeCampaign(db, two, { name: 'Old', status: 'archived' })
    const names = async (params: Record<string, string>, query: Record<string, string | number> = {}) => {
      const { status, body } = await http
        .as(agency.owner)
        .call(listCampaigns, { params: { companyID: agency.id, ...params }, query })
      expect(status).toBe(200)
      return { names: body.data.map(({ campaignName }) => campaignName), total: body.total, last: body.last_page }
    }
    expect(await names({})).toEqual({ names: ['Bravo', '50% off_now', 'alpha', 'Delta'], total: 4, last: 1 })
    expect(await names({ clientID: one.id })).toMatchObject({ total: 3 })
    expect(await names({ sort: 'campaignName', order: 'asc' })).toMatchObject({
      names: ['50% off_now', 'Bravo', 'Delta', 'alpha'],
    })
    expect(await names({ sort: 'created_at', order: 'asc' }, { PerPage: 2, Page: 2 })).toEqual({
      names: ['50% off_now', 'Bravo'],
      total: 4,
      last: 2,
    })
    expect(await names({ search: 'ALPH' })).toMatchObject({ names: ['alpha'], total: 1 })
    expect(await names({ search: '0% off_' })).toMatchObject({ names: ['50% off_now'] })
    expect(await names({ search: '%' })).toMatchObject({ names: ['50% off_now'] })
    expect(await names({}, { CampaignStatus: 'archived' })).toMatchObject({ names: ['Old'], total: 1 })
    expect(await names({}, { CampaignStatus: 'active' })).toMatchObject({ total: 3 })
    expect(await names({}, { CampaignStatus: 'pause' })).toMatchObject({ names: ['Bravo'], total: 1 })
    expect(await names({ type: 'local' })).toMatchObject({ total: 4 })
    expect(await names({}, { Page: 9 })).toMatchObject({ names: [], total: 4 })
    const ofRoot = await http.as(tree.root.system).call(listCampaigns, { params: { companyID: agency.id } })
    expect(ofRoot.body.total).toBe(4)
    const ofClient = await http.as(two.user).call(listCampaigns, { params: { companyID: two.id, clientID: two.id } })
    expect(ofClient.body.data.map(({ campaignName }) => campaignName)).toEqual(['Bravo'])
  })

  test.each([
    ['clientID', { clientID: 'x' }, {}],
    ['sort', { sort: 'price' }, {}],
    ['order', { order: 'up' }, {}],
    ['type', { type: 'b2b' }, {}],
    ['group', { group: 'x' }, {}],
    ['search', { search: 'x'.repeat(101) }, {}],
    ['PerPage', {}, { PerPage: 101 }],
    ['Page', {}, { Page: 0 }],
    ['CampaignStatus', {}, { CampaignStatus: 'gone' }],
    ['sortby', {}, { sortby: 'x' }],
  ])('refuses a wrong %s', async (field, params, query) => {
    const { status, body } = await http
      .as(tree.acme.owner)
      .call(listCampaigns, { params: { companyID: tree.acme.id, ...params }, query: query as Record<string, string> })
    expect({ status, field: body.field }).toEqual({ status: 422, field })
  })

  test('cannot tell foreign clients from absent ones', async () => {
    for (const clientID of [solstice.id, '01900000-0000-7000-8000-000000000000']) {
      const params = { companyID: tree.acme.id, clientID }
      expect((await http.as(tree.acme.owner).call(listCampaigns, { params })).status).toBe(404)
    }
    const sibling = { companyID: plumbright.id, clientID: harbor.id }
    expect((await http.as(plumbright.user).call(listCampaigns, { params: sibling })).status).toBe(404)
    expect((await http.as(plumbright.user).call(listCampaigns, { params: { companyID: harbor.id } })).status).toBe(404)
    expect((await http.as(plumbright.user).call(listCampaigns, { params: { companyID: tree.acme.id } })).status).toBe(
      404,
    )
  })
})

describe('places', () => {
  test('are states by name and the cities of a state with their ZIP codes', async () => {
    const states = await http.as(plumbright.user).call(listStates)
    expect(states.body.data).toContainEqual({ code: 'FL', name: 'Florida' })
    expect(states.body.data.length).toBeGreaterThan(50)
    const cities = await http.as(plumbright.user).call(listCities, { params: { state: 'FL' } })
    const miami = cities.body.data.find(({ city }) => city === 'Miami')
    expect(miami!.zips).toBeGreaterThan(40)
    expect((await http.as(plumbright.user).call(listCities, { params: { state: 'ZZ' } })).status).toBe(404)
    expect((await http.as(plumbright.user).call(listCities, { params: { state: 'Florida' } })).status).toBe(422)
    expect((await http.anonymous().call(listStates)).status).toBe(401)
  })
})
