import { describe, expect, test } from 'vitest'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { makeAgency, makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { addCompany } from '#server/areas/tenants/add-company.ts'

const { db, http, tree } = await openTree()
const agency = await makeAgency(db, { rootId: tree.root.id }, 'Lister', ['Delta Co', 'Alpha 100%', 'Charlie'])

const list = async (
  user: TestUser,
  params: Record<string, string>,
  query: Record<string, string | number> = {},
): Promise<{ names: string[]; total: number; lastPage: number }> => {
  const { status, body } = await http.as(user).call(listCompanies, { params, query })
  expect(status).toBe(200)
  return { names: body.data.map((row) => row.company_name), total: body.total, lastPage: body.last_page }
}
const clients = (params: Record<string, string> = {}, query: Record<string, string | number> = {}) =>
  list(agency.owner, { companyID: agency.id, type: 'client', ...params }, query)

describe('the clients of an agency', () => {
  test('are listed with their main user and campaign counts', async () => {
    const delta = agency.clients[0]!
    await makeCampaign(db, delta)
    await makeCampaign(db, delta, { status: 'pause' })
    const params = { companyID: agency.id, type: 'client', search: 'delta' }
    const { body } = await http.as(agency.owner).call(listCompanies, { params })
    expect(body.data).toMatchObject([
      {
        id: delta.user.id,
        company_id: delta.id,
        company_root_id: tree.root.id,
        company_name: 'Delta Co',
        name: 'client',
        email: 'client@deltaco.test',
        phonenum: '',
        user_type: 'client',
        payment_status: 'ok',
        status: 'active',
        campaigns: 2,
        active_campaigns: 1,
        created_at: expect.any(String),
        companyGroupID: null,
        companyGroupName: null,
        api_mode: 'F',
        is_user_generate_api: 'F',
        is_marketing_services_agreement_developer: 'F',
        is_whitelabeling: 'T',
        exclude_minimum_spend: 0,
        package_id: '',
        manual_bill: 'F',
        agency_onboarding_status: 'F',
        exclude_onboard_charge: 'F',
        is_onboard_charged: 'F',
        settlement_due: 'F',
        customer_payment_id: null,
        salesrepid: null,
        salesrep: null,
        accountexecutiveid: null,
        accountexecutive: null,
        accountrefid: null,
        accountref: null,
      },
    ])
  })

  test('are read one by one with the same fields as in the list; other companies look absent', async () => {
    const delta = agency.clients[0]!
    const { body: page } = await http.as(agency.owner).call(listCompanies, {
      params: { companyID: agency.id, type: 'client', search: 'delta' },
    })
    const company = await http.as(agency.owner).call(getCompany, { params: { id: delta.id } })
    expect(company.body.data).toMatchObject(page.data[0]!)
    const agencyItself = await http.as(agency.owner).call(getCompany, { params: { id: agency.id } })
    expect(agencyItself.body.data).toMatchObject({ company_name: 'Lister', user_type: 'userdownline' })
    const client = await http.as(delta.user).call(getCompany, { params: { id: delta.id } })
    expect(client.body.data).toMatchObject({ company_name: 'Delta Co', campaigns: 2 })
    const foreign = await http.as(delta.user).call(getCompany, { params: { id: agency.clients[1]!.id } })
    expect(foreign.status).toBe(404)
  })

  test('are sorted, searched, filtered and paged', async () => {
    expect(await clients()).toEqual({ names: ['Alpha 100%', 'Charlie', 'Delta Co'], total: 3, lastPage: 1 })
    expect((await clients({ sort: 'company_name', order: 'desc' })).names).toEqual([
      'Delta Co',
      'Charlie',
      'Alpha 100%',
    ])
    expect((await clients({ sort: 'created_at', order: 'asc' })).names).toEqual(['Delta Co', 'Alpha 100%', 'Charlie'])
    expect((await clients({ sort: 'email', order: 'desc' })).names).toEqual(['Delta Co', 'Charlie', 'Alpha 100%'])
    expect((await clients({ sort: 'email', order: 'none' })).names).toEqual(['Alpha 100%', 'Charlie', 'Delta Co'])
    expect(await clients({}, { Page: 2, PerPage: 2 })).toEqual({ names: ['Delta Co'], total: 3, lastPage: 2 })
    expect(await clients({ search: '0%' })).toMatchObject({ names: ['Alpha 100%'], total: 1 })
    expect(await clients({ search: 'CLIENT@CHARLIE' })).toMatchObject({ names: ['Charlie'] })
    expect(await clients({}, { CampaignStatus: 'active' })).toMatchObject({ names: ['Delta Co'], total: 1 })
    expect(await clients({}, { CampaignStatus: 'inactive' })).toMatchObject({ names: ['Alpha 100%', 'Charlie'] })
    expect(await clients({ module: 'local' })).toMatchObject({ names: ['Delta Co'] })
    await db.adminPool.query(`update company set payment_status = 'failed' where id = $1`, [agency.clients[2]!.id])
    expect(await clients({}, { CardStatus: 'failed' })).toMatchObject({ names: ['Charlie'], total: 1 })
  })

  test('are counted when they are added', async () => {
    const id = newId(Date.now())
    const scope = { kind: 'agency', rootId: tree.root.id, agencyId: agency.id } as const
    const company = { id, kind: 'client', name: 'Echo', rootId: tree.root.id, agencyId: agency.id } as const
    await inScope(db.appPool, scope, (tx) => addCompany(tx, Date.now(), company))
    expect(await clients()).toMatchObject({ names: ['Alpha 100%', 'Charlie', 'Delta Co', 'Echo'], total: 4 })
    const { body } = await http.as(agency.owner).call(listCompanies, {
      params: { companyID: agency.id, type: 'client', search: 'Echo' },
    })
    expect(body.data[0]).toMatchObject({ id: null, name: '', email: '', campaigns: 0 })
  })
})

describe('the agencies of the root', () => {
  test('are listed with the totals of their clients’ campaigns', async () => {
    const params = { companyID: tree.root.id, type: 'agency', idsys: tree.root.id }
    const { body } = await http.as(tree.root.system).call(listCompanies, { params })
    expect(body.total).toBe(3)
    expect(body.data.map((row) => [row.company_name, row.campaigns, row.active_campaigns, row.email])).toEqual([
      ['Acme', 0, 0, 'owner@acme.test'],
      ['Brightside', 0, 0, 'owner@brightside.test'],
      ['Lister', 2, 1, 'owner@lister.test'],
    ])
    expect(await list(tree.root.system, params, { CampaignStatus: 'active' })).toMatchObject({ names: ['Lister'] })
    expect(await list(tree.root.system, { ...params, module: 'local' })).toMatchObject({ names: ['Lister'] })
  })

  test('R186: are filtered by Direct Payment and Payment Failed, and two filters must both match', async () => {
    const params = { companyID: tree.root.id, type: 'agency' }
    const namesWith = async (Filters: string) => (await list(tree.root.system, params, { Filters })).names
    expect(await namesWith('direct_payment')).toEqual([])
    await db.adminPool.query(`update company set manual_bill = true where id in ($1, $2)`, [tree.acme.id, agency.id])
    await db.adminPool.query(`update company set payment_status = 'failed' where id in ($1, $2)`, [
      tree.acme.id,
      tree.brightside.id,
    ])
    expect(await namesWith('direct_payment')).toEqual(['Acme', 'Lister'])
    expect(await namesWith('payment_failed')).toEqual(['Acme', 'Brightside'])
    expect(await namesWith('direct_payment,payment_failed')).toEqual(['Acme'])
    await db.adminPool.query(`update company set manual_bill = false, payment_status = 'ok'`)
  })
})

describe('a request for the list', () => {
  test.each([
    ['type', { type: 'developer' }],
    ['type', { type: 'agency' }],
    ['sort', { sort: 'phone' }],
    ['module', { module: 'siteid' }],
    ['group', { group: 'x' }],
    ['idsys', { idsys: 'x' }],
  ])('with an invalid %s is rejected by field', async (field, params) => {
    const { status, body } = await http
      .as(agency.owner)
      .call(listCompanies, { params: { companyID: agency.id, type: 'client', ...params } })
    expect({ status, field: body.field }).toEqual({ status: 422, field })
  })

  test('for another agency or root gets the same response as for an absent one', async () => {
    const statusOf = async (user: TestUser, params: Record<string, string>): Promise<number> =>
      (await http.as(user).call(listCompanies, { params: { type: 'client', ...params } })).status
    const absent = '01900000-0000-7000-8000-000000000000'
    for (const companyID of [tree.acme.id, tree.other.agency.id, tree.root.id, absent])
      expect(await statusOf(agency.owner, { companyID })).toBe(404)
    expect(await statusOf(agency.owner, { companyID: agency.id, idsys: tree.other.rootId })).toBe(422)
    expect(await statusOf(agency.owner, { companyID: agency.id, idsys: tree.root.id })).toBe(200)
    // On their host, the system company is their own company (D1§3.3).
    expect(await statusOf(agency.owner, { companyID: agency.id, idsys: agency.id })).toBe(200)
    expect(await statusOf(tree.root.system, { companyID: tree.other.agency.id })).toBe(404)
    expect(await statusOf(tree.root.system, { companyID: agency.id })).toBe(200)
  })

  test('from a client or a sales representative is rejected', async () => {
    for (const user of [agency.clients[0]!.user, tree.root.salesRep]) {
      const params = { companyID: user.companyId, type: 'client' }
      expect((await http.as(user).call(listCompanies, { params })).status).toBe(403)
    }
  })
})
