import { publicDocuments } from '#contract/agreements/document-names.ts'
import type { TestTree, TestUser } from '#server/test/factories.ts'

export interface Visit {
  /** Null for public pages. */
  user: TestUser | null
  host: string
  paths: readonly string[]
}

const of = (user: TestUser, paths: readonly string[]): Visit => ({ user, host: user.host, paths })
const sections = (...names: string[]): string[] => names.map((name) => `/configuration/general-setting?section=${name}`)
const account = '[aria-label^="Account of"]'
const inAccount = (...items: string[]): string[] =>
  items.map((item) => `/user/profile > ${account} > role=menuitem[name="${item}"]`)
const publicPages = [
  '/login',
  '/register',
  '/agency-register/:text',
  '/set-new-password/:text',
  '/reset-password-invalid',
  ...publicDocuments.map((name) => `/${name}`),
]

/**
 * The pages to open. `:company` and the like stand for ids, `:text` for a hostile text. Selectors after ` > ` are
 * clicked in order, to open what no button of the page itself opens.
 */
const agencySettings = [
  '/configuration/client-management?rows=100',
  '/configuration/client-management > [aria-label^="Edit "]',
  '/configuration/client-management > text=Client groups',
  // Opening the same page after it would be a reload, which keeps the search.
  '/configuration/client-management?search=:text',
  '/configuration/client-management/:company',
  '/configuration/administrator-list',
  '/configuration/administrator-list?search=:text',
  '/configuration/role-list',
  '/configuration/under-performing',
  '/configuration/exclusion-list',
  '/inbox',
  '/reports',
  '/reports/cohorts',
  '/reports/schedules',
  '/reports/links',
  '/reports/invoices',
  '/banner/list',
  '/banner/create?id=:banner',
  '/configuration/general-setting',
  ...sections('company', 'modules', 'client-prices', 'subdomain', 'custom-domain', 'mail-server', 'billing', 'support'),
  ...sections('lead-statuses', 'campaign-questions', 'agreements', 'embedded-code', 'referral', 'user-logs'),
]

const ownAccount = [
  '/siteid/leads > text="Views"',
  '/siteid/leads > text="Views" > text="Save as view"',
  '/user/profile',
  '/user/profile-setup',
  '/user/profile-setup > role=button[name="Next"]',
  '/user/card-setting',
  '/user/card-setting > text=Replace card',
  '/user/questionnaire',
  '/user/questionnaire-add',
  '/user/agreements',
  '/user/webhooks',
  '/user/webhooks > text=Messages',
  '/developers/requests',
  '/developers/usage',
  '/developers',
  ...inAccount('Change Password', 'Two Factor Authentication', 'Sessions', 'Developer'),
  '/Client',
  '/Client > [aria-label^="Edit "]',
  '/Audience',
  '/Audience/lists',
  '/campaign-setup',
  '/siteid/campaign-management/new',
  '/siteid/campaign-management/:campaign/edit',
]

const demand = [
  '/siteid/dashboard',
  '/siteid/dashboard > text="Table"',
  '/siteid/campaign-management-v1',
  '/siteid/leads-management?search=:text',
  '/campaign?search=:text',
  '/siteid/campaign-management',
  '/siteid/campaign-management?search=:text',
  '/siteid/campaign-management/:campaign',
  '/siteid/campaign-management/:campaign?tab=settings',
  '/siteid/campaign-management/:campaign?tab=history',
  '/siteid/campaign-management/:campaign/exclusions',
  '/searchid/campaign-management',
  '/siteid/leads',
  '/siteid/leads?search=:text',
  '/siteid/leads/:lead',
  '/siteid/leads/:noted',
  '/siteid/visits',
  '/siteid/deliveries',
  '/siteid/returns',
  '/nowhere/:text',
]

const operators = [
  '/campaign?agency=:agency',
  '/configuration/agency-list?rows=100',
  '/configuration/agency-list > [aria-label^="Edit "]',
  '/configuration/agency-list?search=:text',
  '/configuration/agency-list/:agency',
  '/configuration/agencies-report',
  '/configuration/report-analytics',
  '/configuration/opt-out-list',
  '/configuration/under-performing',
  '/configuration/sales-account-list',
  '/configuration/sales-account-list?search=:text',
  '/configuration/sales-account-list/:rep',
  '/configuration/administrator-list',
  '/configuration/role-list',
  '/configuration/data-enrichment',
  '/configuration/data-enrichment?part=information',
  '/configuration/data-enrichment?part=locations',
  ...sections('branding', 'company', 'modules', 'agency-prices', 'new-agencies', 'onboarding', 'minimum-spend'),
  ...sections('returned-share', 'enhance', 'user-logs'),
]

const clients = [
  '/siteid/dashboard',
  '/siteid/campaign-management/:campaign',
  '/siteid/campaign-management/:campaign?tab=settings',
  '/siteid/campaign-management/:campaign?tab=history',
  '/siteid/leads',
  '/siteid/leads/:lead',
  '/siteid/leads/:noted',
  '/user/profile',
  '/user/team',
  '/user/card-setting',
  '/user/agreements',
  '/user/exclusion-list',
  '/integrations',
  '/integrations/:integration',
  '/Client',
  '/Audience',
  '/Audience/lists',
]

/** Which pages to open as which user. */
export const visitsOf = ({ root, acme }: TestTree): readonly Visit[] => [
  { user: null, host: acme.host, paths: publicPages },
  { user: null, host: root.host, paths: publicPages },
  { user: null, host: acme.host, paths: ['/shared-report#:shared'] },
  of(acme.owner, agencySettings),
  of(acme.owner, ownAccount),
  of(acme.admin, demand),
  of(root.system, operators),
  of(acme.clients[0]!.user, clients),
  of(root.salesRep, ['/configuration/sales-connect-account']),
  of(root.executive, ['/configuration/agency-list', '/configuration/client-management']),
]
