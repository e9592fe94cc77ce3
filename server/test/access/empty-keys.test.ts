import { describe, expect, test } from 'vitest'
import { listUserLogs } from '#contract/activity/user-logs.ts'
import { saveUserLog } from '#contract/activity/user-log.ts'
import { createCampaign, getCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { getCompany } from '#contract/companies/companies.ts'
import { createUser, updateUser } from '#contract/companies/users.ts'
import { listRoles, saveRole } from '#contract/people/roles.ts'
import { readRetailCost, setRetailCost } from '#contract/pricing/retail.ts'
import { openTree } from '#server/test/open-tree.ts'
import { noLimits } from '../app.ts'
import type { TestUser } from '../factories.ts'

// A form written from the documents sends all of their keys: empty if nobody filled them in, and numbers as typed (decision 190).

const { http, tree } = await openTree({ limiter: noLimits })
const { acme, root } = tree
const client = acme.clients[0]!

/** The payload of D2§3 L61 as it looks before anything was entered. */
const emptyFields = {
  idsys: '',
  ClientCompanyName: '',
  ClientPhone: '',
  ClientPhoneCountryCode: '',
  ClientPhoneCountryCallingCode: '',
  ClientPass: '',
  ClientRole: '',
  ClientDomain: '',
  ClientWhiteLabeling: 'F',
  ApiMode: '',
  DownlineDomain: '',
  DownlineSubDomain: '',
  DownlineOrganizationID: '',
  defaultAdmin: 'F',
  customercare: 'F',
  adminGetNotification: 'F',
  disabledreceivedemail: 'F',
  disabledaddcampaign: 'F',
  selectedterms: [],
  selectedmodules: [],
  permission_active: 'F',
  user_permissions: {},
  enablephonenumber: '',
  editorspreadsheet: 'F',
  twoFactorAuth: '',
}
const formOf = (userType: string, above: string, more: object) =>
  ({ userType, companyID: above, ...emptyFields, ...more }) as never
const readFields = async (by: TestUser, id: string) =>
  (await http.as(by).call(getCompany, { params: { id } })).body.data
const problems = ({ status, body }: { status: number; body: unknown }) => (status === 200 ? [] : [body])

describe('the form of agencies, clients, administrators and sales staff', () => {
  test.each([
    ['userdownline', root.system, {}],
    ['client', acme.owner, {}],
    ['administrator', acme.owner, { ClientRole: 'F' }],
    ['sales', root.system, {}],
  ])('adds a %s with name and email alone', async (userType, by, more) => {
    const fields = { ClientFullName: 'Nora New', ClientEmail: `${userType}@new.test`, ...more }
    const answer = await http.as(by).call(createUser, { body: formOf(userType, by.companyId, fields) })
    expect(problems(answer)).toEqual([])
    if (userType !== 'client') return
    // No chosen products and terms mean those of the agency.
    const [company, agency] = [await readFields(by, answer.body.data.company_id), await readFields(by, acme.id)]
    expect(company).toMatchObject({ phone_country_code: 'US', selected_modules: agency.selected_modules })
    expect(company.selected_payment_term).toEqual(agency.selected_payment_term)
  })

  test('changes a client without a subdomain, and leaves its products and terms as they are', async () => {
    const before = await readFields(acme.owner, client.id)
    const fields = {
      ClientID: client.user.id,
      action: 'downline',
      ClientFullName: 'Nora Newer',
      ClientCompanyName: client.name,
      ClientEmail: client.user.email,
      // As the list shows a client without a group.
      companyGroupID: null,
    }
    const answer = await http.as(acme.owner).call(updateUser, { body: formOf('client', acme.id, fields) })
    expect(problems(answer)).toEqual([])
    const { name, selected_modules, selected_payment_term } = await readFields(acme.owner, client.id)
    expect(name).toBe('Nora Newer')
    expect({ selected_modules, selected_payment_term }).toEqual({
      selected_modules: before.selected_modules,
      selected_payment_term: before.selected_payment_term,
    })
  })

  test('changes an administrator, whose own permissions are not asked for', async () => {
    const { bareAdmin } = acme
    const fields = { ClientID: bareAdmin.id, ClientFullName: 'Ada', ClientEmail: bareAdmin.email, ClientRole: 'F' }
    const answer = await http.as(acme.owner).call(updateUser, { body: formOf('administrator', acme.id, fields) })
    expect(problems(answer)).toEqual([])
  })

  test.each([
    ['selectedterms', 'Please select payment term'],
    ['DownlineSubDomain', 'The subdomain is required.'],
  ])('does not change an agency whose %s is empty (R228, R229)', async (field, message) => {
    const { owner } = tree.brightside
    const fields = {
      ClientID: owner.id,
      ClientFullName: 'Bob',
      ClientCompanyName: 'Brightside',
      ClientEmail: owner.email,
      ClientPhone: '(512) 555-0142',
      DownlineSubDomain: 'brightside',
      selectedterms: [{ term: 'Weekly', status: true }],
      [field]: emptyFields[field as 'selectedterms'],
    }
    const { status, body } = await http
      .as(root.system)
      .call(updateUser, { body: formOf('userdownline', root.id, fields) })
    expect([status, body.field, body.message]).toEqual([422, field, message])
  })
})

/** The fields of D2§3 L64 to L71 before anything was entered. */
const untouchedCampaign = {
  leadspeekType: 'local',
  reportType: '',
  reportSentTo: '',
  adminNotifyTo: '',
  leadsAmountNotification: '',
  enableMinimumLimitLeads: '',
  minimumLimitLeads: '',
  companyGroupID: '',
  clientOrganizationID: '',
  clientCampaignID: '',
  clientHidePhone: '',
  urlCode: '',
  urlCodeThankyou: '',
  gtminstalled: '',
  zip: '',
  desc: '',
  keyword: '',
  keywordcontextual: '',
  state: '',
  require: '',
  city: '',
  startdatecampaign: '',
  enddatecampaign: '',
  nationaltargeting: 'T',
  locationtarget: '',
  timezone: '',
  phoneenabled: '',
  homeaddressenabled: 'F',
  requireemailaddress: '',
  reidentificationtype: '',
  applyreidentificationall: 'F',
  listAdvanceInformationId: '',
  listB2BInformationId: '',
  campaign_information_type: '',
  answers: '',
}

describe('the form of a campaign', () => {
  const make = async (module: string, more: object = {}) =>
    http.as(acme.owner).call(createCampaign, {
      body: {
        ...untouchedCampaign,
        companyID: client.id,
        leadspeek_api_id: '',
        leadspeekType: module,
        campaignName: 'New',
        ...more,
      } as never,
    })

  test.each(['local', 'locator'])('makes a %s campaign with its name alone, by the defaults', async (module) => {
    const answer = await make(module)
    expect(problems(answer)).toEqual([])
    const bare = await http
      .as(acme.owner)
      .call(createCampaign, { body: { companyID: client.id, leadspeekType: module, campaignName: 'New' } as never })
    const generatedKeys = { leadspeek_api_id: '', pixel_key: '', created_at: '', updated_at: '' }
    expect({ ...answer.body.data, ...generatedKeys }).toEqual({ ...bare.body.data, ...generatedKeys })
  })

  test('changes nothing that it leaves empty, and clears its lists', async () => {
    const limit = { LimitLead: 10, LimitLeadFreq: 'day' }
    const places = { nationaltargeting: 'F', locationtarget: 'State', state: ['TX'] }
    const { body } = await make('local', { ...places, ...limit })
    const before = body.data
    expect(before).toMatchObject({ state: ['TX'], ...limit })
    const empty = { LimitLead: '', LimitLeadFreq: '', leadsbuy: '' }
    const emptyBody = { ...empty, ...untouchedCampaign, leadspeek_api_id: before.leadspeek_api_id, campaignName: 'New' }
    expect(problems(await http.as(acme.owner).call(updateCampaign, { body: emptyBody as never }))).toEqual([])
    const params = { id: before.leadspeek_api_id }
    const { data } = (await http.as(acme.owner).call(getCampaign, { params })).body
    const { startdatecampaign, timezone, reidentificationtype } = before
    expect(data).toMatchObject({ startdatecampaign, timezone, reidentificationtype, ...limit, state: [] })
  })

  test('takes numbers as typed text', async () => {
    const texts = { leadsAmountNotification: '5', enableMinimumLimitLeads: 'T', minimumLimitLeads: ' 2 ' }
    const answer = await make('local', { ...texts, LimitLead: '10', LimitLeadFreq: 'day' })
    expect(answer.body.data).toMatchObject({ leadsAmountNotification: 5, minimumLimitLeads: 2, LimitLead: 10 })
    for (const minimumLimitLeads of ['2.5', '-1', 'two', 1.5, null]) {
      const { status, body } = await make('local', { minimumLimitLeads })
      expect([minimumLimitLeads, status, body.field, body.message]).toEqual([
        minimumLimitLeads,
        422,
        'minimumLimitLeads',
        'Enter a whole number.',
      ])
    }
  })

  test('is accepted from a client too, with the fields that are its agency’s', async () => {
    const { user } = acme.clients[1]!
    const fields = { companyID: user.companyId, leadspeek_api_id: '', campaignName: 'Own' }
    expect((await http.as(acme.owner).call(updateUser, { body: allowing(acme.clients[1]!) })).status).toBe(200)
    http.forget(user)
    const body = { ...untouchedCampaign, ...fields }
    expect(problems(await http.as(user).call(createCampaign, { body: body as never }))).toEqual([])
  })

  const allowing = ({ id, name, user }: (typeof acme.clients)[number]) =>
    ({
      companyID: id,
      userType: 'client',
      ClientID: user.id,
      ClientFullName: 'Pia',
      ClientEmail: user.email,
      ClientCompanyName: name,
      disabledaddcampaign: 'T',
    }) as never
})

describe('other forms', () => {
  test('C050: the costs of a product take every field of D2§3 L58; prepaid leads are set on the campaign', async () => {
    const line = {
      ModuleName: 'local',
      PaymentTerm: 'Weekly',
      CostSet: '3',
      CostMaxLead: '9.50',
      LimitLead: '20',
      LimitLeadFreq: '',
      LimitLeadStart: '',
      LimitLeadEnd: '',
      topupoptions: '',
      leadsbuy: '0',
    }
    const save = (more: object) =>
      http
        .as(acme.owner)
        .call(setRetailCost, { body: { companyID: client.id, costs: [{ ...line, ...more }] } as never })
    expect(problems(await save({}))).toEqual([])
    const { bounds } = (await http.as(acme.owner).call(readRetailCost, { params: { companyID: client.id } })).body
    expect(bounds.Weekly?.local).toMatchObject({ CostMaxLead: 9.5, LimitLead: 20 })
    for (const more of [{ leadsbuy: 100 }, { topupoptions: 'continual' }]) {
      const { status, body } = await save(more)
      expect([status, body.field, body.message]).toEqual([
        422,
        `costs.0.${Object.keys(more)[0]}`,
        'This is set on the campaign.',
      ])
    }
  })

  test('C037: an action without a person whom it concerns is logged', async () => {
    const body = { userID: '', action: 'Opened page', desc: '', userIP: '', target_userID: '' }
    expect(problems(await http.as(acme.owner).call(saveUserLog, { body: body as never }))).toEqual([])
  })

  test('C180: the log without filters is the whole log; everybody is 9999 as a number too', async () => {
    const list = (filters: object) =>
      http.as(acme.owner).call(listUserLogs, { body: { companyID: acme.id, ...filters } as never })
    const whole = await list({})
    expect(whole.body.total).toBeGreaterThan(0)
    const empty = { userID: '', action: '', daterange: '', campaignId: '' }
    for (const usertype of ['', 9999, '9999'])
      expect((await list({ ...empty, usertype })).body.total).toBe(whole.body.total)
  })

  test('C031: a role without an icon has none, as it is read', async () => {
    const flags = { enable: 'T', create: 'F', update: 'F', delete: 'F' }
    const rolemodule = { AdsDesign: flags, Campaign: flags, LeadsPeek: flags, Settings: flags }
    for (const roleIcon of ['', null]) {
      const body = { companyID: acme.id, roleID: '', roleName: `Role ${roleIcon}`, roleIcon, rolemodule }
      expect(problems(await http.as(acme.owner).call(saveRole, { body: body as never }))).toEqual([])
    }
    const { data } = (await http.as(acme.owner).call(listRoles, { params: { companyID: acme.id } })).body
    expect(new Set(data.map((role) => role.roleIcon))).toEqual(new Set([null]))
  })
})
