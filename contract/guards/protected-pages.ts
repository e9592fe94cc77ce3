import { firstModule, modules, type Module } from '../campaigns/modules.ts'
import type { PermissionMenu } from '../core/access.ts'
import type { UserKind } from '../people/user-kind.ts'
import type { AccessContext } from './access-context.ts'

/** A protected page, or a whole branch of pages below one (R043: each has a menu and its user kinds). */
export interface ProtectedPage {
  /** Without a leading slash; the path of a page below a module starts with `{module}`. */
  path: string
  menu: PermissionMenu | null
  kinds: readonly UserKind[]
  /** The rule that says who it is for. */
  rule: string
  /** It does not exist for other users; from other pages they are redirected (R072). */
  hidden?: true
}

const system = ['rootSystem', 'rootAdmin'] as const
const sales = ['salesRep', 'accountExecutive'] as const
const agency = ['agencyOwner', 'administrator'] as const
const users: readonly UserKind[] = [...system, ...agency, 'client']
const everyone: readonly UserKind[] = [...users, ...sales]
const staff: readonly UserKind[] = [...system, ...agency]
const staffAndSales: readonly UserKind[] = [...staff, 'accountExecutive']

const page = (path: string, menu: PermissionMenu | null, kinds: readonly UserKind[], rule: string): ProtectedPage => ({
  path,
  menu,
  kinds,
  rule,
})
const hiddenPage = (...parts: Parameters<typeof page>): ProtectedPage => ({ ...page(...parts), hidden: true })

/** Every protected path of D1 §2.2 and the product's own; if two match, the longer one wins (OQ-35). */
export const protectedPages: readonly ProtectedPage[] = [
  page('user', null, everyone, 'R265'),
  page('user/profile', null, users, 'R050'),
  page('user/profile-setup', null, everyone, 'R265'),
  page('user/profile-setup-v1', null, users, 'R023'),
  page('user/card-setting', null, ['rootSystem', 'agencyOwner', 'client'], 'R025'),
  page('user/questionnaire', null, staff, 'R024'),
  page('user/questionnaire-add', null, staff, 'R024'),
  page('user/exclusion-list', null, ['client'], 'R055'),
  page('user/team', null, ['client'], 'R265'),
  page('user/agreements', null, users, 'R265'),
  // The handbook shows each reader the chapters for them.
  page('help', null, everyone, 'R265'),
  // An agency's own software; the calls also require the developer API (R115).
  hiddenPage('user/webhooks', null, ['agencyOwner'], 'R054'),
  // For developers of agencies and of the operator: documentation, requests, usage.
  hiddenPage('developers', null, ['rootSystem', 'agencyOwner'], 'R054'),
  page('banner/create', 'ads', users, 'R026'),
  page('banner/list', 'ads', users, 'R026'),
  page('campaign', 'campaign', users, 'R027'),
  page('campaign-setup', 'campaign', users, 'R027'),
  page('Audience', 'campaign', users, 'R027'),
  page('Client', 'campaign', users, 'R027'),
  // As people type them.
  page('audience', null, everyone, 'R027'),
  page('client', null, everyone, 'R027'),
  page('integrations', null, ['client', 'agencyOwner'], 'R028'),
  page('{module}', 'leads', users, 'R029'),
  page('{module}/dashboard', 'leads', users, 'R029'),
  page('{module}/campaign-management', 'leads', users, 'R029'),
  page('{module}/campaign-management-v1', 'leads', users, 'R029'),
  hiddenPage('{module}/leads-management', 'leads', ['administrator', 'rootAdmin'], 'R030'),
  page('{module}/leads', 'leads', users, 'R029'),
  page('{module}/visits', 'leads', users, 'R029'),
  page('{module}/returns', 'leads', users, 'R029'),
  page('{module}/deliveries', 'leads', users, 'R029'),
  // Lists are enriched below the module that sells it, by users who see campaigns.
  page('{module}/enrichment', 'campaign', users, 'R029'),
  // What needs attention across all clients of an agency, and of a client's own people.
  hiddenPage('inbox', 'leads', [...agency, 'client'], 'R029'),
  // Results of an agency's campaigns, and who gets them.
  hiddenPage('reports', 'leads', agency, 'R029'),
  // Money of clients, for those who may see it on the clients' own pages.
  hiddenPage('reports/invoices', 'settings', agency, 'R044'),
  page('configuration', 'settings', staffAndSales, 'R033'),
  page('configuration/client-management', 'settings', staffAndSales, 'R141'),
  hiddenPage('configuration/agency-list', 'settings', [...system, 'accountExecutive'], 'R035'),
  // Linked from the lists they are about.
  hiddenPage('configuration/agencies-report', 'settings', system, 'R035'),
  page('configuration/under-performing', 'settings', staff, 'R044'),
  page('configuration/failed-payments', 'settings', staff, 'R044'),
  page('configuration/receivables', 'settings', staff, 'R044'),
  page('configuration/disputes', 'settings', staff, 'R044'),
  page('configuration/reconciliation', 'settings', staff, 'R044'),
  // What needs the operator's decision.
  hiddenPage('configuration/inbox', 'settings', system, 'R044'),
  hiddenPage('configuration/bursts', 'settings', system, 'R044'),
  // What agencies want back of the operator's share; an agency's own is linked from its clients.
  hiddenPage('configuration/share-claims', 'settings', system, 'R044'),
  hiddenPage('configuration/returned-share', 'settings', agency, 'R044'),
  // Sales staff's payouts are below their account page.
  page('configuration/payouts', 'settings', staff, 'R044'),
  page('configuration/administrator-list', 'settings', staff, 'R044'),
  hiddenPage('configuration/sales-account-list', 'settings', system, 'R036'),
  hiddenPage('configuration/commissions', 'settings', system, 'R036'),
  page('configuration/role-list', 'settings', staff, 'R044'),
  page('configuration/general-setting', 'settings', staff, 'R037'),
  hiddenPage('configuration/data-enrichment', 'settings', system, 'R044'),
  hiddenPage('configuration/opt-out-list', 'settings', system, 'R038'),
  // What people without an account ask for.
  hiddenPage('configuration/privacy-requests', 'settings', system, 'R044'),
  hiddenPage('configuration/privacy-records', 'settings', system, 'R044'),
  // What the processes and the database tell of themselves.
  hiddenPage('configuration/machine', 'settings', system, 'R044'),
  // An agency's own list, linked from its clients.
  hiddenPage('configuration/exclusion-list', 'settings', agency, 'R044'),
  hiddenPage('configuration/report-analytics', 'settings', staff, 'R039'),
  hiddenPage('configuration/sales-connect-account', null, sales, 'R040'),
  page('download-auth', null, staff, 'R041'),
]

export interface FoundPage {
  page: ProtectedPage
  /** The module whose path it is below. */
  module: Module | null
}

/** The page that a path belongs to: its own, or the longest one above it. Null for any other path (R042). */
export function findProtectedPage(
  access: { modules: Readonly<Record<Module, { url: string }>> },
  pathname: string,
): FoundPage | null {
  const parts = pathname.split('/').filter((part) => part !== '')
  const module = modules.find((one) => access.modules[one].url !== '' && access.modules[one].url === parts[0]) ?? null
  if (module) parts[0] = '{module}'
  for (let length = parts.length; length > 0; length--) {
    const protectedPage = protectedPages.find(({ path }) => path === parts.slice(0, length).join('/'))
    // Pages that only redirect have no pages below them.
    if (protectedPage)
      return length < parts.length && isCrossing(protectedPage) ? null : { page: protectedPage, module }
  }
  return null
}

/** Pages that only redirect. */
const crossings: readonly string[] = ['user', 'configuration', '{module}', 'audience', 'client']
const isCrossing = ({ path }: ProtectedPage): boolean => crossings.includes(path)

/** The path of a page, with the module's own first segment. */
export const addressOf = (access: AccessContext, path: string, module: Module = firstModule): string =>
  `/${path.replace('{module}', access.modules[module].url)}`
