import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { listCities, listStates } from '#contract/campaigns/places.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { makeAgency, makeCampaign, type TestAgency, type TestClient } from '#server/test/factories.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

describe('the list of campaigns', () => {
  describe('of an agency', () => {
    let agency: TestAgency
    let clients: [TestClient, TestClient]
    beforeAll(async () => {
      agency = await makeAgency(stage.db, { rootId: stage.tree.root.id }, 'Lister', ['One', 'Two'])
      clients = agency.clients as [TestClient, TestClient]
      const [one, two] = clients
      for (const name of ['Delta', 'alpha', '50% off_now']) await makeCampaign(stage.db, one, { name })
      await makeCampaign(stage.db, two, { name: 'Bravo', status: 'pause' })
      await makeCampaign(stage.db, two, { name: 'Old', status: 'archived' })
    })
    const names = async (params: Record<string, string> = {}, query: Record<string, string | number> = {}) => {
      const { status, body } = await stage.http
        .as(agency.owner)
        .call(listCampaigns, { params: { companyID: agency.id, ...params }, query })
      expect(status).toBe(200)
      return { names: body.data.map(({ campaignName }) => campaignName), total: body.total, last: body.last_page }
    }

    test('shows everything to its people and the operator’s, and each client its own campaigns', async () => {
      const [one, two] = clients
      expect(await names()).toEqual({ names: ['Bravo', '50% off_now', 'alpha', 'Delta'], total: 4, last: 1 })
      expect(await names({ clientID: one.id })).toMatchObject({ total: 3 })
      const ofRoot = await stage.http
        .as(stage.tree.root.system)
        .call(listCampaigns, { params: { companyID: agency.id } })
      expect(ofRoot.body.total).toBe(4)
      const ofClient = await stage.http
        .as(two.user)
        .call(listCampaigns, { params: { companyID: two.id, clientID: two.id } })
      expect(ofClient.body.data.map(({ campaignName }) => campaignName)).toEqual(['Bravo'])
    })

    test('is sorted and paged, with its total', async () => {
      expect(await names({ sort: 'campaignName', order: 'asc' })).toMatchObject({
        names: ['50% off_now', 'Bravo', 'Delta', 'alpha'],
      })
      expect(await names({ sort: 'created_at', order: 'asc' }, { PerPage: 2, Page: 2 })).toEqual({
        names: ['50% off_now', 'Bravo'],
        total: 4,
        last: 2,
      })
      expect(await names({}, { Page: 9 })).toMatchObject({ names: [], total: 4 })
    })

    test('is searched by parts of names, regardless of case and special characters', async () => {
      expect(await names({ search: 'ALPH' })).toMatchObject({ names: ['alpha'], total: 1 })
      expect(await names({ search: '0% off_' })).toMatchObject({ names: ['50% off_now'] })
      expect(await names({ search: '%' })).toMatchObject({ names: ['50% off_now'] })
    })

    test('is filtered by status and module', async () => {
      expect(await names({}, { CampaignStatus: 'archived' })).toMatchObject({ names: ['Old'], total: 1 })
      expect(await names({}, { CampaignStatus: 'active' })).toMatchObject({ total: 3 })
      expect(await names({}, { CampaignStatus: 'pause' })).toMatchObject({ names: ['Bravo'], total: 1 })
      expect(await names({ type: 'local' })).toMatchObject({ total: 4 })
    })
  })

  test('marks a campaign as ended once its last day has passed in its own time zone', async () => {
    const { db, http, tree } = stage
    const client = tree.brightside.clients[0]!
    const dates = { active: '2000-01-01', pause: '2000-01-01', stop: '2000-01-01', draft: null } as const
    for (const [status, end] of Object.entries(dates)) {
      const { id } = await makeCampaign(db, client, { name: status, status: status as 'active' })
      await db.adminPool.query(`update campaign set start_date = '1999-01-01', end_date = $2 where id = $1`, [id, end])
    }
    const list = async (CampaignStatus: string) => {
      const { body } = await http.as(tree.brightside.owner).call(listCampaigns, {
        params: { companyID: tree.brightside.id, clientID: client.id },
        query: { CampaignStatus, PerPage: 100 },
      })
      const rows = body.data.filter(({ campaignName }) => campaignName in dates)
      return rows.map(({ campaignName, status, ended }) => [campaignName, status, ended]).sort()
    }
    expect(await list('all')).toEqual([
      ['active', 'active', true],
      ['draft', 'draft', false],
      ['pause', 'pause', true],
      ['stop', 'stop', false],
    ])
    expect(await list('ended')).toEqual([
      ['active', 'active', true],
      ['pause', 'pause', true],
    ])
    expect([await list('active'), await list('pause')]).toEqual([[], []])
    expect(await list('stop')).toEqual([['stop', 'stop', false]])
  })

  test.each([
    ['clientID', { clientID: 'x' }, {}],
    ['sort', { sort: 'price' }, {}],
    ['order', { order: 'up' }, {}],
    ['type', { type: 'siteid' }, {}],
    ['group', { group: 'x' }, {}],
    ['search', { search: 'x'.repeat(101) }, {}],
    ['PerPage', {}, { PerPage: 101 }],
    ['Page', {}, { Page: 0 }],
    ['CampaignStatus', {}, { CampaignStatus: 'gone' }],
    ['sortby', {}, { sortby: 'x' }],
  ])('rejects an invalid %s', async (field, params, query) => {
    const { status, body } = await stage.http.as(stage.tree.acme.owner).call(listCampaigns, {
      params: { companyID: stage.tree.acme.id, ...params },
      query: query as Record<string, string>,
    })
    expect({ status, field: body.field }).toEqual({ status: 422, field })
  })

  test('returns 404 for foreign clients, as for absent ones', async () => {
    for (const clientID of [stage.solstice.id, '01900000-0000-7000-8000-000000000000']) {
      const params = { companyID: stage.tree.acme.id, clientID }
      expect((await stage.http.as(stage.tree.acme.owner).call(listCampaigns, { params })).status).toBe(404)
    }
    const sibling = { companyID: stage.plumbright.id, clientID: stage.harbor.id }
    expect((await stage.http.as(stage.plumbright.user).call(listCampaigns, { params: sibling })).status).toBe(404)
    expect(
      (await stage.http.as(stage.plumbright.user).call(listCampaigns, { params: { companyID: stage.harbor.id } }))
        .status,
    ).toBe(404)
    expect(
      (await stage.http.as(stage.plumbright.user).call(listCampaigns, { params: { companyID: stage.tree.acme.id } }))
        .status,
    ).toBe(404)
  })
})

describe('places', () => {
  test('are states by name, and the cities of a state with their number of ZIP codes', async () => {
    const states = await stage.http.as(stage.plumbright.user).call(listStates)
    expect(states.body.data).toContainEqual({ code: 'FL', name: 'Florida' })
    expect(states.body.data.length).toBeGreaterThan(50)
    const cities = await stage.http.as(stage.plumbright.user).call(listCities, { params: { state: 'FL' } })
    const miami = cities.body.data.find(({ city }) => city === 'Miami')
    expect(miami!.zips).toBeGreaterThan(40)
    expect((await stage.http.as(stage.plumbright.user).call(listCities, { params: { state: 'ZZ' } })).status).toBe(404)
    expect((await stage.http.as(stage.plumbright.user).call(listCities, { params: { state: 'Florida' } })).status).toBe(
      422,
    )
    expect((await stage.http.anonymous().call(listStates)).status).toBe(401)
  })
})
