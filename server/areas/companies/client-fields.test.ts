import { beforeEach, describe, expect, test } from 'vitest'
import { createCampaign } from '#contract/campaigns/campaigns.ts'
import { createUser, updateUser } from '#contract/companies/users.ts'
import { exportLeads, listLeads, getLead } from '#contract/leads/leads.ts'
import { getCompany } from '#contract/companies/companies.ts'
import { saveCompanyGroup } from '#contract/companies/groups.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { buildBodies } from '#server/areas/integrations/deliveries/build-bodies.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

// Payload fields of D2§3 L61 about a company.

const now_ms = Date.UTC(2026, 10, 20, 12)
const { db, http, tree } = await openTree({ clock: createStillClock(now_ms), limiter: noLimits })
const client = tree.acme.clients[0]!
beforeEach(() => http.forget(tree.acme.owner))

const change = (more: object, by: TestUser = tree.acme.owner) =>
  http.as(by).call(updateUser, {
    body: {
      companyID: client.id,
      userType: 'client',
      ClientID: client.user.id,
      ClientCompanyName: client.name,
      ClientFullName: 'Pia Plum',
      ClientEmail: client.user.email,
      ...more,
    },
  })
const add = (by: TestUser, more: object) =>
  http.as(by).call(createUser, {
    body: { companyID: by.companyId, userType: 'client', ClientFullName: 'Somebody', ...more } as never,
  })
const readClient = async (by: TestUser, id: string) =>
  (await http.as(by).call(getCompany, { params: { id } })).body.data

describe('a client’s website (ClientDomain)', () => {
  test('is the default site of its new campaigns', async () => {
    expect((await change({ ClientDomain: 'www.plumbright.example' })).status).toBe(200)
    expect((await readClient(tree.acme.owner, client.id)).ClientDomain).toBe('https://www.plumbright.example')
    const answer = await http.as(tree.acme.owner).call(createCampaign, {
      body: { companyID: client.id, leadspeekType: 'local', campaignName: 'Made' },
    })
    expect(answer.body.data).toMatchObject({
      urlCode: 'https://www.plumbright.example',
      site_hosts: ['www.plumbright.example', 'plumbright.example'],
    })
    for (const ClientDomain of [
      'javascript:alert(1)',
      'two words',
      'https://',
      'http://user:word@host.example',
      'a'.repeat(3000),
    ])
      expect((await change({ ClientDomain })).body).toMatchObject({ field: 'ClientDomain' })
    // Omitted fields stay unchanged, an empty one is cleared.
    await change({})
    expect((await readClient(tree.acme.owner, client.id)).ClientDomain).toBe('https://www.plumbright.example')
    await change({ ClientDomain: '' })
    expect((await readClient(tree.acme.owner, client.id)).ClientDomain).toBe('')
  })
})

describe('phone numbers of leads (enablephonenumber)', () => {
  const phone = '+12125550142'
  const listOf = (by: TestUser, searchQuery = '') => ({
    params: { companyID: by.companyId, clientID: 'all', start: 'all', end: 'all' },
    query: { searchQuery },
  })
  const page = async (by: TestUser, searchQuery = '') =>
    (await http.as(by).call(listLeads, listOf(by, searchQuery) as never)).body as unknown as {
      data: { id: string; phone: string }[]
      total: number
    }

  test('reach the client, its files and its destinations only if its agency allows; the agency always sees them', async () => {
    const campaign = await makeCampaign(db, client)
    const [lead] = await insertLeads(db, tree.acme, [{ client, campaign, at_ms: now_ms, phone }])
    const { owner } = tree.acme
    expect((await page(client.user)).data[0]!.phone).toBe(phone)
    await change({ enablephonenumber: 'F' })
    expect((await readClient(owner, client.id)).enablephonenumber).toBe('F')

    expect((await page(client.user)).data[0]).toMatchObject({ id: lead!.id, phone: '' })
    // Nor can it be found by trying digit after digit.
    expect([(await page(client.user, '212555')).total, (await page(owner, '212555')).total]).toEqual([0, 1])
    const openAs = (by: TestUser) => http.as(by).call(getLead, { params: { id: lead!.id } })
    expect((await openAs(client.user)).raw.payload).not.toContain(phone)
    expect((await openAs(owner)).body.data.phone).toBe(phone)
    expect((await page(owner)).data[0]!.phone).toBe(phone)
    const fileOf = async (by: TestUser) => (await http.as(by).call(exportLeads, listOf(by) as never)).raw.payload
    // A spreadsheet would read E.164 as a formula, so files use the national format.
    const shownIn = async (by: TestUser): Promise<boolean> => (await fileOf(by)).includes('(212) 555-0142')
    expect([await shownIn(client.user), await shownIn(owner)]).toEqual([false, true])
    const readBody = () =>
      inScope(http.platform.appPool, { kind: 'root', rootId: tree.root.id }, async (tx) => {
        const ids = { agencyId: tree.acme.id, id: lead!.id, leadId: lead!.id }
        const delivery = { ...ids, kind: 'webhook', recipients: [], isDigest: false } as const
        return (await buildBodies(tx, http.platform.config, tree.root.id, [delivery])).get(lead!.id)
      })
    expect(JSON.parse((await readBody())!).data.phone).toBe('')
    await change({ enablephonenumber: 'T' })
    expect(JSON.parse((await readBody())!).data.phone).toBe(phone)
    expect((await page(client.user, '212555')).data[0]!.phone).toBe(phone)
  })
})

describe('editing of shared sheets (editorspreadsheet)', () => {
  test('is allowed until its agency takes it away; a form that leaves it out or empty changes nothing', async () => {
    const { owner } = tree.acme
    const edits = async () => (await readClient(owner, client.id)).editorspreadsheet
    expect(await edits()).toBe('T')
    for (const [editorspreadsheet, after] of [
      ['F', 'F'],
      ['', 'F'],
      [undefined, 'F'],
      ['T', 'T'],
    ] as const) {
      expect((await change({ editorspreadsheet })).status).toBe(200)
      expect(await edits()).toBe(after)
    }
    const answer = await add(owner, { ClientEmail: 'reader@client.test', editorspreadsheet: 'F' })
    expect((await readClient(owner, answer.body.data.company_id)).editorspreadsheet).toBe('F')
  })

  test.each([
    ['userdownline', 'This applies to clients only.'],
    ['administrator', 'This applies to agencies and clients only.'],
  ])('is not a question for a %s', async (userType, message) => {
    const by = tree.root.system
    const body = { userType, ClientEmail: 'x@y.test', ClientRole: 'F', editorspreadsheet: 'T' }
    const answer = await add(by, body)
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([422, 'editorspreadsheet', message])
  })
})

describe('a client’s group', () => {
  test('is chosen when it is added or changed; another agency’s group is rejected', async () => {
    const group = async (by: TestUser, companyGroupName: string) =>
      (await http.as(by).call(saveCompanyGroup, { body: { companyID: by.companyId, companyGroupName } })).body.data
        .companyGroupID
    const { owner } = tree.acme
    const groupId = await group(owner, 'North')
    const foreign = await group(tree.brightside.owner, 'North')
    const answer = await add(owner, { ClientEmail: 'grouped@client.test', companyGroupID: groupId })
    expect((await readClient(owner, answer.body.data.company_id)).companyGroupName).toBe('North')
    const { status, body } = await change({ companyGroupID: foreign })
    expect([status, body]).toMatchObject([422, { field: 'companyGroupID' }])
    await change({ companyGroupID: groupId })
    expect((await readClient(owner, client.id)).companyGroupID).toBe(groupId)
    await change({ companyGroupID: '' })
    expect((await readClient(owner, client.id)).companyGroupID).toBeNull()
  })
})

describe('the domain of a new agency (DownlineDomain)', () => {
  test('is claimed with the agency but inactive until verified, and an invalid one rejects the request', async () => {
    const { system, admin } = tree.root
    const agency = (ClientEmail: string, DownlineDomain: string, by = system) =>
      add(by, { userType: 'userdownline', ClientEmail, DownlineDomain })
    const answer = await agency('one@agency.test', 'Leads.Northwind-Agency.com')
    expect(answer.status).toBe(200)
    const id = answer.body.data.company_id
    expect((await readClient(system, id)).domain).toBe('leads.northwind-agency.com')
    expect(await findHost(http.platform, 'leads.northwind-agency.com')).toBeNull()
    const { rows } = await db.adminPool.query(
      'select state, length(token) > 20 as token from custom_domain where agency_id = $1',
      [id],
    )
    expect(rows).toEqual([{ state: 'pending', token: true }])
    for (const bad of ['10.0.0.1', 'localhost', 'shop.example.com', 'sub.localhost', 'no spaces.com', 'x'.repeat(300)])
      expect([bad, (await agency('two@agency.test', bad)).body]).toMatchObject([bad, { field: 'DownlineDomain' }])
    expect((await db.adminPool.query(`select from app_user where email = 'two@agency.test'`)).rowCount).toBe(0)
    expect((await agency('three@agency.test', 'leads.northwind-agency.com', admin)).status).toBe(403)
    expect((await change({ DownlineDomain: 'leads.northwind-agency.com' })).body).toMatchObject({
      field: 'DownlineDomain',
    })
  })
})

test('R068: client-only fields are rejected for agencies', async () => {
  for (const more of [{ ClientDomain: 'a.example' }, { enablephonenumber: 'F' }, { companyGroupID: tree.root.id }]) {
    const { status, body } = await add(tree.root.system, {
      userType: 'userdownline',
      ClientEmail: 'x@agency.test',
      ...more,
    })
    expect([status, body]).toMatchObject([422, { field: Object.keys(more)[0] }])
  }
})
