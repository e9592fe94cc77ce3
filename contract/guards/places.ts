import { firstModule, modules, type Module } from '../campaigns/modules.ts'
import type { PermissionMenu } from '../core/access.ts'
import type { UserKind } from '../people/user-kind.ts'
import type { AccessContext } from './access-context.ts'

/** A protected page, or a whole branch of pages below one (R043: each has a menu and its user kinds). */
export interface Place {
  /** Without a leading slash; the path of a page below a module starts with `{module}`. */
  path: string
  menu: PermissionMenu | null
  kinds: readonly UserKind[]
  /** The rule that says who it is for. */
  rule: string
  /** It does not exist for other users; from other places they are redirected (R072). */
  hidden?: true
}

const system = ['rootSystem', 'rootAdmin'] as const
const sales = ['salesRep', 'accountExecutive'] as const
const agency = ['agencyOwner', 'administrator'] as const
const users: readonly UserKind[] = [...system, ...agency, 'client']
const everyone: readonly UserKind[] = [...users, ...sales]
const staff: readonly UserKind[] = [...system, ...agency]
const staffAndSales: readonly UserKind[] = [...staff, 'accountExecutive']

const place = (path: string, menu: PermissionMenu | null, kinds: readonly UserKind[], rule: string): Place => ({
  path,
  menu,
  kinds,
  rule,
})
const hidden = (...parts: Parameters<typeof place>): Place => ({ ...place(...parts), hidden: true })

/** Every protected path of D1 §2.2 and the product's own; if two match, the longer one wins (OQ-35). */
export const places: readonly Place[] = [
  place('user', null, everyone, 'R265'),
  place('user/profile', null, users, 'R050'),
  place('user/profile-setup', null, everyone, 'R265'),
  place('user/profile-setup-v1', null, users, 'R023'),
  place('user/card-setting', null, ['rootSystem', 'agencyOwner', 'client'], 'R025'),
  place('user/questionnaire', null, staff, 'R024'),
  place('user/questionnaire-add', null, staff, 'R024'),
  place('user/exclusion-list', null, ['client'], 'R055'),
  place('user/agreements', null, users, 'R265'),
  // An agency's own software; the calls also require the developer API (R115).
  hidden('user/webhooks', null, ['agencyOwner'], 'R054'),
  // For developers of agencies and of the operator: documentation, requests, usage.
  hidden('developers', null, ['rootSystem', 'agencyOwner'], 'R054'),
  place('banner/create', 'ads', users, 'R026'),
  place('banner/list', 'ads', users, 'R026'),
  place('campaign', 'campaign', users, 'R027'),
  place('campaign-setup', 'campaign', users, 'R027'),
  place('Audience', 'campaign', users, 'R027'),
  place('Client', 'campaign', users, 'R027'),
  place('integrations', null, ['client', 'agencyOwner'], 'R028'),
  place('{module}', 'leads', users, 'R029'),
  place('{module}/dashboard', 'leads', users, 'R029'),
  place('{module}/campaign-management', 'leads', users, 'R029'),
  place('{module}/campaign-management-v1', 'leads', users, 'R029'),
  hidden('{module}/leads-management', 'leads', ['administrator', 'rootAdmin'], 'R030'),
  place('{module}/leads', 'leads', users, 'R029'),
  place('{module}/visits', 'leads', users, 'R029'),
  place('{module}/returns', 'leads', users, 'R029'),
  place('{module}/deliveries', 'leads', users, 'R029'),
  // Lists are enriched below the module that sells it, by users who see campaigns.
  place('{module}/enrichment', 'campaign', users, 'R029'),
  // What needs attention across all clients of an agency.
  hidden('inbox', 'leads', agency, 'R029'),
  // Results of an agency's campaigns, and who gets them.
  hidden('reports', 'leads', agency, 'R029'),
  place('configuration', 'settings', staffAndSales, 'R033'),
  place('configuration/client-management', 'settings', staffAndSales, 'R141'),
  hidden('configuration/agency-list', 'settings', [...system, 'accountExecutive'], 'R035'),
  // Linked from the lists they are about.
  hidden('configuration/agencies-report', 'settings', system, 'R035'),
  place('configuration/under-performing', 'settings', staff, 'R044'),
  place('configuration/failed-payments', 'settings', staff, 'R044'),
  place('configuration/disputes', 'settings', staff, 'R044'),
  place('configuration/reconciliation', 'settings', staff, 'R044'),
  // Sales staff's payouts are below their account page.
  place('configuration/payouts', 'settings', staff, 'R044'),
  place('configuration/administrator-list', 'settings', staff, 'R044'),
  hidden('configuration/sales-account-list', 'settings', system, 'R036'),
  hidden('configuration/commissions', 'settings', system, 'R036'),
  place('configuration/role-list', 'settings', staff, 'R044'),
  place('configuration/general-setting', 'settings', staff, 'R037'),
  hidden('configuration/data-enrichment', 'settings', system, 'R044'),
  hidden('configuration/opt-out-list', 'settings', system, 'R038'),
  // An agency's own list, linked from its clients.
  hidden('configuration/exclusion-list', 'settings', agency, 'R044'),
  hidden('configuration/report-analytics', 'settings', staff, 'R039'),
  hidden('configuration/sales-connect-account', null, sales, 'R040'),
  place('download-auth', null, staff, 'R041'),
]

export interface FoundPlace {
  place: Place
  /** The module whose path it is below. */
  module: Module | null
}

/** The place that a path belongs to: its own, or the longest one above it. Null for any other path (R042). */
export function findPlace(
  access: { modules: Readonly<Record<Module, { url: string }>> },
  pathname: string,
): FoundPlace | null {
  const parts = pathname.split('/').filter((part) => part !== '')
  const module = modules.find((one) => access.modules[one].url !== '' && access.modules[one].url === parts[0]) ?? null
  if (module) parts[0] = '{module}'
  for (let length = parts.length; length > 0; length--) {
    const found = places.find(({ path }) => path === parts.slice(0, length).join('/'))
    // Places that only redirect have no pages below them.
    if (found) return length < parts.length && isCrossing(found) ? null : { place: found, module }
  }
  return null
}

const isCrossing = ({ path }: Place): boolean => path === 'user' || path === 'configuration' || path === '{module}'

/** The path of a place, with the module's own first segment. */
export const addressOf = (access: AccessContext, path: string, module: Module = firstModule): string =>
  `/${path.replace('{module}', access.modules[module].url)}`
