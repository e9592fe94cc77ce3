import { beforeAll, describe, expect, test } from 'vitest'
import { isConnected } from '#contract/guards/access-context.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { listLeads } from '#contract/leads/leads.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { newId } from '#server/platform/ids.ts'
import { makeAgency, type TestAgency, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { findPerson } from './find-person.ts'

// The server's half of the guards (D1 §2.7): where a browser would be redirected, the calls are rejected.

let failedAgency: TestAgency
const { db, http, tree } = await openTree()
beforeAll(async () => {
  failedAgency = await makeAgency(db, { rootId: tree.root.id }, 'Failed', ['Unpaid'])
  await db.adminPool.query(`update company set payment_status = 'failed' where agency_id = $1`, [failedAgency.id])
})

const readOwnCompany = async (user: TestUser): Promise<number> =>
  (await http.as(user).call(getCompany, { params: { id: user.companyId } })).status
const access = async (user: TestUser, id = 'all') => http.as(user).call(readAccess, { params: { id } })

describe('after a failed payment', () => {
  test('R074, R075: a client and an agency’s owner can read their profile, and nothing of the product', async () => {
    for (const user of [failedAgency.clients[0]!.user, failedAgency.owner]) {
      expect((await http.as(user).call(readMe)).status).toBe(200)
      expect(await readOwnCompany(user)).toBe(403)
      const leads = { params: { companyID: user.companyId, clientID: 'all' } }
      expect((await http.as(user).call(listLeads, leads)).status).toBe(403)
    }
    expect((await access(failedAgency.owner)).body.data).toMatchObject({
      setupcomplete: 'F',
      accessmodule: 'paymentfailed',
      paymentStatusFailed: 'T',
    })
  })

  test('R075 covers owners: the agency’s administrators continue, and so does everybody who has paid', async () => {
    expect(await readOwnCompany(failedAgency.admin)).toBe(200)
    for (const user of [tree.acme.owner, tree.acme.clients[0]!.user]) {
      expect(await readOwnCompany(user)).toBe(200)
      expect((await access(user)).body.data).toMatchObject({ setupcomplete: 'T', accessmodule: '' })
    }
  })

  test('R073: sales staff cannot read the lists of companies', async () => {
    const request = { params: { companyID: tree.root.id, type: 'agency' } }
    for (const user of [tree.root.salesRep, tree.root.executive]) {
      expect((await http.as(user).call(listCompanies, request)).status).toBe(403)
    }
  })
})

describe('access information', () => {
  test('is the caller’s own, by id or as `all`', async () => {
    const { owner } = tree.acme
    const mine = await access(owner)
    expect(mine.body.data).toMatchObject({
      setupcomplete: 'T',
      accessmodule: '',
      paymentStatusFailed: 'F',
      paymentgateway: 'other',
      agency_unpaid: '',
      agency_onboarding_quote: '',
      accountconnected: '',
      charges_enabled: 1,
      payouts_enabled: 1,
      account_requirements: [],
      disable_client_add_campaign: 'T',
      api_mode: 'F',
      clientsidebar: { local: 'T', locator: 'T', enhance: 'T', b2b: 'T' },
      agencyFilteredModules: { local: 'T', locator: 'T', enhance: 'T', b2b: 'T' },
      isBeta: 'T',
      support_url: null,
      support_contact: null,
      is_whitelabeling: 'T',
      mail_server_fails: 'F',
      colors_parent: { text_color: null, sidebar_bgcolor: null },
      company_groups: 0,
      agency_onboarding_status: 'F',
      agency_onboarding_price: 0,
      agency_enable_coupon: 'F',
      minspend_setting: { status: 0, first_month: 0, second_month: 0, monthly: 0 },
      package_id: 'FREE',
      rootPaymentTermsNewAgencies: [],
      agencyDefaultModules: [],
    })
    expect((await access(owner, owner.id)).body).toEqual(mine.body)
  })

  test('R112: B2B ID is in beta: those who were given it participate and see it, and nobody else', async () => {
    const { owner, id } = tree.brightside
    const readBeta = async () => (await access(owner)).body.data
    const betaOf = (isOpen: 'T' | 'F') => ({ b2b_module: { is_beta: 'T', apply_to_all_agency: isOpen } })
    expect(await readBeta()).toMatchObject({ isBeta: 'T', clientsidebar: { b2b: 'T' }, betaFeature: betaOf('T') })
    await db.adminPool.query(`update company set modules = '{local,locator,enhance}' where id = $1`, [id])
    expect(await readBeta()).toMatchObject({
      isBeta: 'F',
      clientsidebar: { b2b: 'F' },
      agencyFilteredModules: { b2b: 'F' },
      betaFeature: betaOf('F'),
    })
  })

  test('R100 to R102: without its package, an agency’s account is not connected; nobody else needs a package', async () => {
    const { owner, admin, clients } = tree.acme
    const rightsOf = async (user: TestUser) => {
      const person = await findPerson(http.platform, user.rootId, user.id)
      return { package: person!.rights.payments.hasPackage, connected: isConnected(person!.rights) }
    }
    expect(await rightsOf(owner)).toEqual({ package: true, connected: true })
    await db.adminPool.query('update company set package_id = null, manual_bill = true where id = $1', [tree.acme.id])
    expect(await rightsOf(owner)).toEqual({ package: false, connected: false })
    expect(await rightsOf(admin)).toEqual({ package: false, connected: false })
    expect(await rightsOf(clients[0]!.user)).toEqual({ package: true, connected: true })
    expect((await access(clients[0]!.user)).body.data).toMatchObject({ package_id: '', minspend_setting: null })
    // R102: for the card provider, manual billing replaces the account that is not connected yet.
    await db.adminPool.query(`update company set payment_gateway = 'stripe' where id = $1`, [tree.acme.id])
    expect((await rightsOf(owner)).connected).toBe(true)
    expect((await http.as(owner).call(readMe)).body.data.manual_bill).toBe('T')
    await db.adminPool.query(
      `update company set payment_gateway = null, package_id = 'FREE', manual_bill = false where id = $1`,
      [tree.acme.id],
    )
  })

  test('R060, R099: shows the payment provider’s account status to an agency’s staff; a client pays as its agency chose', async () => {
    const agency = await makeAgency(db, { rootId: tree.root.id }, 'Onboarding', ['Waiting'])
    await db.adminPool.query(
      `update company set payment_gateway = 'stripe', account_connected = 'pending', charges_enabled = true,
         payouts_enabled = false, account_requirements = '{bank account}' where id = $1`,
      [agency.id],
    )
    const account = {
      paymentgateway: 'stripe',
      accountconnected: 'pending',
      charges_enabled: 1,
      payouts_enabled: 0,
      account_requirements: ['bank account'],
    }
    for (const user of [agency.owner, agency.admin]) expect((await access(user)).body.data).toMatchObject(account)
    expect((await access(agency.clients[0]!.user)).body.data).toMatchObject({
      paymentgateway: 'stripe',
      accountconnected: '',
      payouts_enabled: 1,
      account_requirements: [],
    })
  })

  test('R057: links an agency’s people to its own support page or else the operator’s, and nobody else to any', async () => {
    const agency = await makeAgency(db, { rootId: tree.root.id }, 'Helped', ['Helpless'])
    const setSupport = (companyId: string, url: string | null) =>
      db.adminPool.query('update brand set support_url = $2 where company_id = $1', [companyId, url])
    const supportOf = async (user: TestUser) => (await access(user)).body.data.support_url
    await setSupport(tree.root.id, 'https://help.root.test/tickets')
    expect(await supportOf(agency.owner)).toBe('https://help.root.test/tickets')
    await setSupport(agency.id, 'https://help.agency.test')
    expect(await supportOf(agency.admin)).toBe('https://help.agency.test')
    for (const user of [agency.clients[0]!.user, tree.root.system]) expect(await supportOf(user)).toBeNull()
    await setSupport(tree.root.id, null)
  })

  test('R107, R141: of sales staff shows the account that they are paid through', async () => {
    const { executive } = tree.root
    const request = { params: { companyID: tree.root.id, type: 'agency' } }
    await db.adminPool.query(`update app_user set account_connected = 'pending' where id = $1`, [executive.id])
    http.forget(executive)
    expect((await access(executive)).body.data.accountconnected).toBe('pending')
    expect((await http.as(executive).call(listCompanies, request)).status).toBe(403)
  })

  test('of anybody else looks absent', async () => {
    const { owner, admin } = tree.acme
    for (const id of [admin.id, tree.brightside.owner.id, newId(Date.now())]) {
      expect((await access(owner, id)).status).toBe(404)
    }
  })

  test('R077: says whether a client manages its campaigns', async () => {
    const { user } = tree.acme.clients[1]!
    expect((await access(user)).body.data.disable_client_add_campaign).toBe('F')
    await db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where id = $1`, [user.id])
    http.forget(user)
    expect((await access(user)).body.data.disable_client_add_campaign).toBe('T')
  })
})
