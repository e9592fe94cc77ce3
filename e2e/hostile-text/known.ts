import { getBanner } from '#contract/banners/banners.ts'
import { readSetting } from '#contract/settings/settings.ts'
import { createCustomer } from '#contract/payments/cards.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import type { TestApp } from '#server/test/app.ts'
import { testPassword, type TestCampaign, type TestTree, type TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'

export interface Place {
  db: TestDatabase
  http: TestApp
  tree: TestTree
  campaign: TestCampaign
  /** The id of a lead that people write notes on. */
  lead: string
  /** The id of a banner of the agency. */
  banner: string
  /** The id of a custom integration of the agency's first client. */
  integration: string
  sandbox: Sandbox
  /** The loopback port of a mail server that accepts everything. */
  mailPort: number
}

/** What a schema does not say about a valid body, and who sends it. */
interface Knowledge {
  by?: (tree: TestTree) => TestUser
  params?: (place: Place) => Record<string, string>
  /** `count` makes unique texts. */
  body?: (place: Place, count: number) => Record<string, unknown> | Promise<Record<string, unknown>>
  /** Makes room for another one of something unique, or creates what this needs. */
  before?: (place: Place) => Promise<unknown>
}

const someone = (count: number): Record<string, unknown> => ({
  ClientFullName: 'Hana Reyes',
  ClientEmail: `hana${count}@hostile.example`,
  ClientPass: testPassword,
})
const administrator = (companyID: string, count: number): Record<string, unknown> => ({
  companyID,
  ...someone(count),
  ClientPass: undefined,
  ClientRole: 'F',
})
const site = 'https://plumbright.example/'

const company = (companyID: string): Record<string, unknown> => ({
  companyID,
  contact_email: '',
  zip: '',
  state_code: 'IL',
  country_code: 'US',
  phone: '',
})
const branding = (companyID: string): Record<string, unknown> => ({
  companyID,
  brand_color: '#0f766e',
  box_bgcolor: '',
  text_color: '',
  link_color: '',
  template_bgcolor: '',
  sidebar_bgcolor: '',
})
const modules = (companyID: string): Record<string, unknown> => ({
  companyID,
  local: { name: 'Site ID', url: 'siteid' },
  locator: { name: 'Search ID', url: 'searchid' },
  enhance: { name: 'Enhance ID', url: 'enhanceid' },
  b2b: { name: 'B2B ID', url: 'b2bid' },
})
const mailServer = ({ tree, mailPort }: Place): Record<string, unknown> => ({
  companyID: tree.acme.id,
  host: '127.0.0.1',
  port: mailPort,
  security: 'none',
  username: '',
  password: 'a-mail-password',
  from_name: 'Acme',
  from_email: 'leads@acme-mail.test',
})

/** A card token from the gateway's own form. */
export async function card({ sandbox }: Place): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox.url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer pk_sandbox' },
    body: JSON.stringify({ number: '4242424242424242', exp_month: 4, exp_year: 2031, cvc: '123' }),
  })
  const { id } = (await answer.json()) as { id: string }
  return {
    tokenid: id,
    cardholder: 'Dana Acme',
    address: '1 Main Street',
    city: 'Chicago',
    zip: '60601',
    country: 'US',
  }
}

const storeCard = async (place: Place): Promise<unknown> =>
  place.http.as(place.tree.acme.owner).call(createCustomer, { body: await card(place) })

/** Saving a banner names the version that was read; its first text is inside the drawing's text. */
async function bannerBody({ http, tree, banner }: Place): Promise<Record<string, unknown>> {
  const { data } = (await http.as(tree.acme.owner).call(getBanner, { params: { id: banner } })).body
  const text = { kind: 'text', id: 'headline', x: 10, y: 10, width: 200, height: 60, font: 'Arial', size: 20 }
  return {
    name: 'Spring',
    click_url: site,
    version: data.version,
    drawing: { background: '#ffffff', elements: [{ ...text, text: 'New homes', color: '#111111' }] },
  }
}

const agreementOf = ({ id, companyId }: TestUser): Record<string, unknown> => ({
  user_id: id,
  company_id: companyId,
  company_name: 'Acme',
  is_marketing_services_agreement_developer: 'T',
  location_menu: 'developer',
  document_type: 'default_agency',
})

/** A wallet can have only one open top-up. */
const endTopUps = ({ db, tree }: Place): Promise<unknown> =>
  db.adminPool.query(
    `update charge set status = 'declined' where agency_id = $1 and balance_id is not null and status <> 'succeeded'`,
    [tree.acme.id],
  )

/** Deletes all but the one whose page is viewed, because a company can have only a few. */
const removeCustomIntegrations = ({ db, integration }: Place): Promise<unknown> =>
  db.adminPool.query(`delete from connection where kind = 'custom' and id <> $1`, [integration])

const clear =
  (table: string) =>
  ({ db, tree }: Place): Promise<unknown> =>
    db.adminPool.query(`delete from ${table} where company_id = $1`, [tree.acme.id])

/** By the shape's name. Operations not listed here are sent with the minimum that their schema requires. */
export const knowledge: Readonly<Record<string, Knowledge>> = {
  'createUser administrator': { body: ({ tree }, count) => administrator(tree.acme.id, count) },
  'createUser administrator of the operator': {
    by: ({ root }) => root.system,
    body: ({ tree }, count) => administrator(tree.root.id, count),
  },
  'createUser sales': {
    by: ({ root }) => root.system,
    body: ({ tree }, count) => ({
      companyID: tree.root.id,
      ClientFullName: 'Sal Ember',
      ClientEmail: `sal${count}@hostile.example`,
    }),
  },
  createUser: {
    body: ({ tree }, count) => ({
      companyID: tree.acme.id,
      userType: 'client',
      ...someone(count),
      ClientCompanyName: `C${count}`,
    }),
  },
  'createUser agency': {
    by: ({ root }) => root.system,
    body: ({ tree }, count) => ({
      companyID: tree.root.id,
      userType: 'userdownline',
      ...someone(count),
      ClientCompanyName: `A${count}`,
      DownlineSubDomain: `hostile${count}`,
    }),
  },
  'updateUser administrator': {
    body: ({ tree }) => ({
      companyID: tree.acme.id,
      ClientID: tree.acme.bareAdmin.id,
      ClientFullName: 'Bo',
      ClientRole: 'F',
    }),
  },
  'updateUser sales': {
    by: ({ root }) => root.system,
    body: ({ tree }) => ({ companyID: tree.root.id, ClientID: tree.root.salesRep.id, ClientFullName: 'Sal Ember' }),
  },
  'updateUser downline': {
    body: ({ tree }) => {
      const { id, user } = tree.acme.clients[1]!
      return {
        companyID: id,
        ClientID: user.id,
        userType: 'client',
        ClientFullName: 'Harper',
        ClientEmail: user.email,
        ClientCompanyName: 'Harbor',
      }
    },
  },
  'updateUser agency': {
    by: ({ root }) => root.system,
    body: ({ tree }) => ({
      companyID: tree.brightside.id,
      ClientID: tree.brightside.owner.id,
      userType: 'userdownline',
      ClientFullName: 'Bright Owner',
      ClientEmail: tree.brightside.owner.email,
      ClientCompanyName: 'Brightside',
      ClientPhone: '3125550100',
      ClientPhoneCountryCode: 'US',
      ClientPhoneCountryCallingCode: '+1',
      DownlineSubDomain: 'brightside',
    }),
  },
  'saveSetting company': { body: ({ tree }) => company(tree.acme.id) },
  'saveSetting company of the operator': { by: ({ root }) => root.system, body: ({ tree }) => company(tree.root.id) },
  'saveSetting campaignquestions': {
    body: ({ tree }) => ({
      companyID: tree.acme.id,
      questions: [{ leadspeekType: '', question: 'Which customers?', choices: ['Homes'] }],
    }),
  },
  'saveSetting modules': { body: ({ tree }) => modules(tree.acme.id) },
  'saveSetting modules of the operator': { by: ({ root }) => root.system, body: ({ tree }) => modules(tree.root.id) },
  'saveSetting branding': { body: ({ tree }) => branding(tree.acme.id) },
  'saveSetting branding of the operator': { by: ({ root }) => root.system, body: ({ tree }) => branding(tree.root.id) },
  'saveSetting rootAgencyEmbeddedCode': {
    body: async ({ http, tree }) => {
      const { data } = (
        await http.as(tree.acme.owner).call(readSetting, { query: { settingname: 'rootAgencyEmbeddedCode' } })
      ).body
      if (data.settingname !== 'rootAgencyEmbeddedCode') throw new Error('another setting was read')
      return { companyID: tree.acme.id, embeddedcode: '', version: data.version }
    },
  },
  'saveSetting costagency': { by: ({ root }) => root.system, body: ({ tree }) => ({ companyID: tree.root.id }) },
  'saveSetting minspend_setting': { by: ({ root }) => root.system, body: ({ tree }) => ({ companyID: tree.root.id }) },
  'saveSetting leadpipeline': {
    body: ({ tree }) => ({
      companyID: tree.acme.id,
      statuses: [{ key: 'new', name: 'New', tone: 'plain', outcome: 'open' }],
    }),
  },
  'saveSetting smtp': { body: (place) => mailServer(place) },
  testSmtp: { body: mailServer },
  sendMailSample: { body: ({ tree }) => ({ companyID: tree.acme.id, name: 'lead', lang: 'en' }) },
  saveMailText: {
    body: ({ tree }) => ({
      companyID: tree.acme.id,
      name: 'lead',
      lang: 'en',
      source: '{who} visited {page}',
      words: 'Call {who}',
    }),
  },
  // Its present host: the pages are opened there.
  updateSubdomain: { body: () => ({ subdomain: 'acme' }) },
  updateCustomDomain: { body: ({ tree }) => ({ companyID: tree.acme.id, domain: 'leads.acme-hostile.com' }) },
  saveCompanyGroup: { body: ({ tree }, count) => ({ companyID: tree.acme.id, companyGroupName: `Group ${count}` }) },
  saveOrganization: {
    body: ({ tree }, count) => ({
      companyID: tree.acme.clients[0]!.id,
      organizationName: `Organization ${count}`,
      campaigns: [{ campaignName: 'Outside' }],
    }),
  },
  saveRole: { body: ({ tree }, count) => ({ companyID: tree.acme.id, roleName: `Role ${count}` }) },
  'saveRole of the operator': {
    by: ({ root }) => root.system,
    body: ({ tree }, count) => ({ companyID: tree.root.id, roleName: `Role ${count}` }),
  },
  completeSetup: { body: () => ({ statuscomplete: 'F', answers: { clients: 'few', begin_with: 'visitors' } }) },
  saveAlertRule: { body: () => ({ kind: 'silent', is_on: 'F', threshold: 6, posts_to: [] }) },
  saveQuietHours: { body: () => ({ quiet_hours: { from: 20, until: 8, timezone: 'America/Chicago' } }) },
  createCampaign: {
    body: ({ tree }) => ({ companyID: tree.acme.clients[0]!.id, urlCode: site, timezone: 'America/Chicago' }),
  },
  inviteColleague: { body: (_place, count) => ({ email: `colleague-${count}@acme.test` }) },
  addSavedView: {
    params: ({ tree }) => ({ companyID: tree.acme.id, list: 'leads' }),
    body: (_place, count) => ({ name: `View ${count}` }),
  },
  addLeadNote: { params: ({ lead }) => ({ id: lead }) },
  updateCampaign: { body: ({ campaign }) => ({ leadspeek_api_id: campaign.id }) },
  updateLocalCampaign: { body: ({ campaign }) => ({ leadspeek_api_id: campaign.id }) },
  createCustomIntegration: {
    before: removeCustomIntegrations,
    body: ({ tree }, count) => ({
      company_id: tree.acme.clients[0]!.id,
      name: `System ${count}`,
      url: 'https://hooks.example/',
      headers: [],
    }),
  },
  saveCustomIntegration: {
    body: ({ tree, integration }) => ({
      company_id: tree.acme.clients[0]!.id,
      integration_id: integration,
      url: 'https://hooks.example/',
      headers: [],
    }),
  },
  createWebhook: { body: ({ campaign }) => ({ leadspeek_api_id: campaign.id, url: 'https://hooks.example/' }) },
  createEventWebhook: { body: () => ({ url: 'https://hooks.example/', events: ['lead.created'] }) },
  startBannerCreate: {
    body: ({ tree }, count) => ({ companyID: tree.acme.id, name: `Banner ${count}`, size: '300x250' }),
  },
  saveBanner: { params: ({ banner }) => ({ id: banner }), body: (place) => bannerBody(place) },
  copyBanner: {
    params: ({ banner }) => ({ id: banner }),
    body: (_place, count) => ({ name: `Copy ${count}`, size: '300x250' }),
  },
  saveUserLog: { body: () => ({ action: 'Looked' }) },
  switchUser: { by: ({ root }) => root.system, body: ({ tree }) => ({ userID: tree.brightside.owner.id }) },
  createCustomer: { before: clear('payment_card'), body: card },
  replaceCard: { before: storeCard, body: card },
  'chargeWallet credit_card': { before: endTopUps },
  createCoupon: {
    by: ({ root }) => root.system,
    body: (_place, count) => ({ code: `HOSTILE${count}`, type: 'percent', value: 10 }),
  },
  'acceptFeatureAgreement T': {
    params: ({ tree }) => ({ user_id: tree.acme.owner.id, feature_id: 'b2b_module' }),
    body: ({ tree }) => ({
      user_id: tree.acme.owner.id,
      company_id: tree.acme.id,
      company_name: 'Acme',
      feature_id: 'b2b_module',
      feature_name: 'B2B ID',
      location_menu: 'campaign-management',
    }),
  },
  'acceptAgreement T': { body: ({ tree }) => agreementOf(tree.acme.owner) },
  createCredential: {
    before: clear('developer_credential'),
    body: ({ tree: { acme } }) => ({ subdomain: acme.host, email: acme.owner.email }),
  },
}

/** Shapes that are sent as another user too, because other pages show what they store. */
export const alsoAs: Readonly<Record<string, string>> = {
  createUser: 'createUser agency',
  'createUser administrator': 'createUser administrator of the operator',
  'updateUser downline': 'updateUser agency',
  'saveSetting company': 'saveSetting company of the operator',
  'saveSetting modules': 'saveSetting modules of the operator',
  'saveSetting branding': 'saveSetting branding of the operator',
  saveRole: 'saveRole of the operator',
}
