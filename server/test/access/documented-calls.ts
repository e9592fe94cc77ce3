import { newId, newToken } from '#server/platform/ids.ts'
import { searchDefaults } from '../../areas/campaigns/modules/searches/searches.ts'
import { makeCampaign, testPassword, type TestUser } from '../factories.ts'
import { makeObject, type World } from './world.ts'

/** A call as the documents describe it, with exactly the keys that they name. */
export interface DocumentedCall {
  as: TestUser | null
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** The error that the documents or our decisions define; success is expected if absent. */
  refusal?: { status: number; field?: string; code?: string }
}

const flags = { enable: 'T', create: 'T', update: 'T', delete: 'F' }
const permissions = { AdsDesign: flags, Campaign: flags, LeadsPeek: flags, Settings: flags }
const terms = ['Weekly', 'Monthly', 'OneTime', 'Prepaid'].map((term) => ({ term, status: true }))
const modules = ['local', 'locator', 'enhance', 'b2b'].map((type) => ({ type, status: type === 'local' }))

/** The whole payload of D2§3 L61, as one form sends it for everybody. */
const payload = (name: string) => ({
  ClientCompanyName: '',
  ClientFullName: name,
  ClientEmail: `${name.replaceAll(' ', '.').toLowerCase()}@example.test`,
  ClientPhone: '',
  ClientPhoneCountryCode: 'US',
  ClientPhoneCountryCallingCode: '+1',
  ClientPass: '',
  ClientRole: 'F',
  ClientDomain: '',
  ClientWhiteLabeling: 'F',
  ApiMode: 'F',
  DownlineDomain: '',
  DownlineSubDomain: '',
  DownlineOrganizationID: '',
  defaultAdmin: 'F',
  customercare: 'F',
  adminGetNotification: 'F',
  disabledreceivedemail: 'F',
  disabledaddcampaign: 'F',
  selectedterms: [] as object[],
  selectedmodules: [] as object[],
  permission_active: 'F',
  user_permissions: {} as object,
  enablephonenumber: 'T',
  editorspreadsheet: 'F',
  twoFactorAuth: 'F',
})

const card = {
  tokenid: 'tok_visa',
  cardholder: 'Ann',
  address: '1 Main St',
  city: 'Austin',
  state: 'TX',
  country: 'US',
  zip: '78701',
}

/** Every field of D2§3 L64 to L71, filled in as far as Site ID campaigns have them. */
const campaignFields = {
  campaignName: 'Spring',
  reportType: '',
  reportSentTo: 'leads@example.test',
  adminNotifyTo: [],
  leadsAmountNotification: 0,
  enableMinimumLimitLeads: 'F',
  minimumLimitLeads: 0,
  leadspeekType: 'local',
  companyGroupID: '',
  clientOrganizationID: '',
  clientCampaignID: '',
  clientHidePhone: 'F',
  urlCode: 'https://example.test/',
  urlCodeThankyou: '',
  gtminstalled: 'F',
  zip: '',
  desc: '',
  keyword: '',
  keywordcontextual: '',
  state: [],
  require: '',
  city: [],
  startdatecampaign: '2026-11-20',
  enddatecampaign: '',
  nationaltargeting: 'T',
  locationtarget: 'National Targeting',
  timezone: 'America/Chicago',
  phoneenabled: 'F',
  homeaddressenabled: 'F',
  requireemailaddress: 'T',
  reidentificationtype: 'never',
  applyreidentificationall: 'F',
  listAdvanceInformationId: [],
  listB2BInformationId: [],
  campaign_information_type: '',
  answers: {},
}

/** Sign-in, registration and single sign-on: nobody is signed in yet. */
function beforeSignIn({ tree }: World): Record<string, DocumentedCall> {
  const { acme, root } = tree
  const claims = { gtoken: 'a-token', ownedcompanyid: acme.id, companyrootid: root.id }
  const { email } = acme.owner
  return {
    C001: { as: null, body: { username: email, password: testPassword, domainName: acme.host, ...claims } },
    C002: { as: null, body: { refresh_token: newToken() }, refusal: { status: 401, code: 'unauthenticated' } },
    C004: { as: null, body: { username: email, ...claims } },
    C005: {
      as: null,
      body: {
        companyname: 'New Co',
        name: 'Nan New',
        email: 'nan@example.test',
        phonenum: '(512) 555-0142',
        password: 'a-long-enough-passphrase',
        gtoken: 'a-token',
        userType: 'client',
        domainName: acme.host,
        ownedcompanyid: acme.id,
        idsys: acme.id,
        refcode: '',
      },
    },
    C006: {
      as: null,
      body: { email, code: '123456', otp_token: newToken() },
      refusal: { status: 401, code: 'sign_in_again' },
    },
    C007: { as: null, body: { email, otp_token: newToken() }, refusal: { status: 401, code: 'sign_in_again' } },
    C008: { as: null, body: { token: newToken(), email } },
    C009: {
      as: null,
      body: { subdomain: acme.host, currentUserID: acme.owner.id, token: newToken() },
      refusal: { status: 409, code: 'sso_refused' },
    },
    C023: { as: null, query: { name: 'privacy-policy' } },
    X001: {
      as: null,
      body: { token: newToken(), email, newpassword: 'another-long-passphrase' },
      refusal: { status: 409, code: 'reset_refused' },
    },
    X003: { as: null, refusal: { status: 401, code: 'unauthenticated' } },
    X007: { as: null, body: { email, subdomain: acme.host }, refusal: { status: 401 } },
    C029: { as: null, params: { type: 'domain', hostID: acme.host } },
  }
}

/** A user's own account, its agreements and its log. */
function ownAccountCalls({ tree }: World): Record<string, DocumentedCall> {
  const { acme } = tree
  const as = acme.owner
  const account = { user_id: as.id, company_id: acme.id, company_name: acme.name, location_menu: 'developer' }
  const feature = { feature_id: 'b2b_module', feature_name: 'B2B ID', is_marketing_services_agreement_feature: 'T' }
  return {
    C003: { as: tree.brightside.owner },
    // The developer agreement is required before a key (R113).
    C010: { as, body: { subdomain: acme.host, email: as.email }, refusal: { status: 409, code: 'conflict' } },
    C013: {
      as,
      params: { userId: as.id },
      body: { two_factor_auth: true, two_factor_auth_type: 'google', secretKey: 'JBSWY3DPEHPK3PXP' },
      refusal: { status: 422, field: 'secretKey' },
    },
    C011: { as, params: { companyID: acme.id } },
    C012: { as, params: { userId: as.id } },
    C014: { as, params: { userId: as.id, companyId: acme.id } },
    C015: {
      as: acme.clients[1]!.user,
      body: { usrID: acme.clients[1]!.user.id, newpassword: 'another-long-passphrase', currpassword: testPassword },
    },
    C016: { as },
    C017: { as, params: { id: as.id } },
    C018: { as, params: { id: as.id } },
    C019: { as, params: { user_id: as.id } },
    C022: { as, body: { pwd: testPassword, urldata: newId(Date.now()) }, refusal: { status: 404 } },
    C024: { as, query: { company_id: acme.id } },
    C025: {
      as,
      body: { ...account, is_marketing_services_agreement_developer: 'T', document_type: 'default_agency' },
    },
    C026: { as, params: { user_id: as.id, feature_id: 'b2b_module' } },
    C027: { as, params: { user_id: as.id, feature_id: 'b2b_module' }, body: { ...account, ...feature } },
    C037: {
      as,
      body: { userID: as.id, action: 'Opened page', desc: 'Leads', userIP: '127.0.0.1', target_userID: acme.admin.id },
    },
  }
}

/** The tree of agencies and clients, as the operator and an agency manage it. */
function treeCalls({ tree }: World): Record<string, DocumentedCall> {
  const { acme, root, brightside } = tree
  const as = root.system
  return {
    C028: { as: acme.owner, query: { companyID: acme.id, settingname: 'rootAgencyEmbeddedCode', idsys: root.id } },
    C030: {
      as,
      params: { type: 'getrolemodule', companyID: root.id, roleID: 'all', usrID: as.id },
      query: { getType: 'getrolemodule' },
    },
    C031: { as, body: { companyID: root.id, roleID: '', roleName: 'Helpers', rolemodule: permissions } },
    C033: { as: acme.owner, query: { companyID: acme.id, userModule: 'LeadsPeek' } },
    C034: {
      as: acme.owner,
      body: { companyGroupID: '', companyGroupName: 'North', companyID: acme.id, moduleID: 'LeadsPeek' },
    },
    C036: { as, params: { category: 'agency', text: 'acm' } },
    C042: {
      as: acme.owner,
      params: {
        companyID: acme.id,
        group: 'all',
        idsys: root.id,
        type: 'client',
        module: 'all',
        sort: 'company_name',
        order: 'asc',
        search: 'all',
      },
      query: { Page: '1', PerPage: '10', CardStatus: '', CampaignStatus: '', Filters: '', Exclude: '' },
    },
    C043: {
      as,
      body: {
        companyID: root.id,
        idsys: root.id,
        userType: 'userdownline',
        ...payload('Nora North'),
        ClientCompanyName: 'Northern',
        ClientPhone: '(512) 555-0142',
        DownlineSubDomain: 'northern',
        selectedterms: terms,
        selectedmodules: modules,
      },
    },
    C044: {
      as,
      body: {
        companyID: root.id,
        idsys: root.id,
        ClientID: brightside.owner.id,
        action: 'downline',
        userType: 'userdownline',
        ...payload('Bob Bright'),
        ClientEmail: brightside.owner.email,
        ClientCompanyName: 'Brightside',
        ClientPhone: '(512) 555-0142',
        DownlineSubDomain: 'brightest',
        selectedterms: terms,
        selectedmodules: modules,
      },
    },
  }
}

/** Sales staff, logs, and what agencies pay. */
function ofMoney({ tree }: World): Record<string, DocumentedCall> {
  const { acme, root } = tree
  const as = root.system
  const client = acme.clients[0]!
  return {
    C045: { as: acme.owner, params: { companyID: client.id, userID: client.user.id } },
    C051: { as, params: { companyID: root.id } },
    C052: {
      as,
      body: { companyID: acme.id, salesRep: root.salesRep.id, salesAE: root.executive.id, salesRef: root.salesRep.id },
    },
    C053: {
      as: root.executive,
      params: { companyID: root.id, idsys: root.id, sort: 'all', order: 'all', search: 'all' },
    },
    C055: { as, params: { start: '2026-11-01', end: '2026-11-20' } },
    C075: {
      as: acme.owner,
      params: { company: acme.id, usertype: '9999', user: 'all', action: 'all', daterange: 'all', campaign: 'all' },
    },
    C077: { as, body: { companyID: acme.id } },
    C078: { as, body: { userID: acme.owner.id } },
    // An agency whose package has ended cannot start anything.
    C079: { as, body: { companyID: tree.brightside.id } },
    C123: { as, body: { companyID: acme.id, manualBill: 'F' } },
    C129: { as: acme.owner, query: { company_id: acme.id, date: '2026-11' } },
    C130: { as: acme.owner, query: { company_id: acme.id, date: '2026-11' } },
    C131: { as: acme.owner, body: { company_id: acme.id, stop_continual: 'T' } },
    C132: { as: acme.owner, body: { company_id: acme.id, amount: '250', custom_amount: 'F' } },
    C133: {
      as: acme.owner,
      body: {
        company_id: acme.id,
        amount: '2500',
        custom_amount: 'T',
        stop_continual: 'F',
        ip_user: '203.0.113.7',
        timezone: 'America/Chicago',
        payment_type: 'credit_card',
      },
    },
    C134: { as: acme.owner, params: { companyID: acme.id, month: '2026-11' } },
    C135: {
      as: acme.owner,
      body: { coupon_code: 'SPRING', company_id: acme.id },
      refusal: { status: 422, field: 'coupon_code' },
    },
    C136: { as, body: { companyID: root.id, amount: '99.00', enable_coupon: 'T' } },
    C137: { as, query: { companyID: root.id, rootId: root.id, settingname: 'onboarding' } },
    C175: {
      as,
      body: {
        companyID: acme.id,
        actionType: 'update',
        settingname: 'costagency',
        Weekly: { LeadspeekPlatformFee: 0, LeadspeekCostperlead: 1, LeadspeekMinCostMonth: 0 },
      },
    },
    C176: { as: acme.owner, body: { companyID: acme.id, subdomain: 'acmeagain', idsys: acme.id } },
    C177: { as: acme.owner, body: { companyID: acme.id, domain: '', idsys: root.id } },
    C182: { as: null, params: { code: 'abcdefghij' } },
  }
}

/** Without a payment gateway no card can be stored. */
const noGateway = { status: 422, field: 'tokenid' }

/** Campaigns, leads and cards, as a client and its agency use them. */
async function ofCampaigns(world: World): Promise<Record<string, DocumentedCall>> {
  const { acme, brightside } = world.tree
  const as = acme.owner
  const client = acme.clients[1]!
  const { id } = await makeCampaign(world.db, client, { name: 'Autumn', status: 'pause' })
  const searches = await makeCampaign(world.db, client, { name: 'Seekers', status: 'pause', module: 'locator' })
  await world.db.adminPool.query('update campaign set module_settings = $2 where id = $1', [
    searches.id,
    searchDefaults,
  ])
  const period = { companyID: acme.id, clientID: 'all', start: '2026-11-01', end: '2026-11-20' }
  const spot = world.spots.find((each) => each.companyId === client.id)!
  const organization = await makeObject(world, 'organization', spot)
  return {
    C080: {
      as,
      params: {
        group: 'all',
        type: 'local',
        companyID: acme.id,
        clientID: 'all',
        sort: 'campaignName',
        order: 'asc',
        search: 'all',
      },
      query: { PerPage: '10', view: '', CampaignStatus: '', Page: '1' },
    },
    C081: { as, body: { companyID: client.id, leadspeek_api_id: '', ...campaignFields } },
    C082: { as, body: { leadspeek_api_id: id, ...campaignFields } },
    C083: { as, body: { leadspeek_api_id: id, ...campaignFields } },
    C084: {
      as,
      body: { leadspeek_api_id: searches.id, ...campaignFields, leadspeekType: 'locator', keyword: 'roof repair' },
    },
    C089: { as, params: { id } },
    C090: { as, params: { org: organization, campaign: newId(Date.now()) }, refusal: { status: 404 } },
    C091: { as, body: { companyID: acme.id, leadspeekType: 'local', userType: 'agency' } },
    C097: { as, params: { state: 'TX' } },
    C109: { as, body: { companyID: client.id, organizationName: 'Marketing House' } },
    // A multipart form, whose parts `exclusions/upload.test.ts` sends.
    C038: { as, body: { clientoptoutfile: '', ClientCompanyID: client.id, campaigntype: 'client' } },
    C114: {
      as,
      params: period,
      query: { Page: '1', PerPage: '10', sortby: '', order: '', moduleType: '', searchQuery: '' },
    },
    C119: { as: brightside.owner, body: card, refusal: noGateway },
    C121: { as: brightside.owner, body: card, refusal: noGateway },
    C122: { as: brightside.clients[0]!.user, body: card, refusal: noGateway },
  }
}

/** By the row of the catalog. Operations not listed are called with an example from their own declaration. */
export const documentedCalls = async (world: World): Promise<Record<string, DocumentedCall>> => ({
  ...beforeSignIn(world),
  ...ownAccountCalls(world),
  ...treeCalls(world),
  ...ofMoney(world),
  ...(await ofCampaigns(world)),
})
