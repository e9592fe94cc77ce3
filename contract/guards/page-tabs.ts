import type { Module } from '../campaigns/modules.ts'
import { mayUse, type AccessContext } from './access-context.ts'
import { opens } from './judge.ts'
import { addressOf } from './protected-pages.ts'

/** Money that is owed or was paid out, beside the list of those who pay. */
const money = ['receivables', 'failed-payments', 'disputes', 'reconciliation', 'payouts'].map(
  (page) => `configuration/${page}`,
)

/** Pages that belong together: menus lead to the first one, and each has the others as tabs. */
const families: readonly (readonly string[])[] = [
  ['{module}/leads', '{module}/returns'],
  ['reports', 'reports/cohorts', 'reports/invoices', 'reports/schedules', 'reports/links'],
  [
    'configuration/client-management',
    'reports/invoices',
    ...money,
    'configuration/under-performing',
    'configuration/exclusion-list',
    'configuration/returned-share',
  ],
  ['configuration/agency-list', 'configuration/agencies-report', ...money, 'configuration/under-performing'],
  ['configuration/share-claims', 'configuration/bursts'],
  ['configuration/opt-out-list', 'configuration/privacy-requests', 'configuration/privacy-records'],
  ['configuration/administrator-list', 'configuration/role-list'],
  ['configuration/sales-account-list', 'configuration/commissions'],
  ['configuration/sales-connect-account', 'configuration/sales-connect-account/payouts'],
  ['Audience', 'Audience/lists', 'Client'],
  ['developers', 'developers/requests', 'developers/usage', 'user/webhooks'],
  ['user/profile', 'user/profile-setup', 'user/team', 'user/questionnaire', 'user/agreements'],
]

/** A tab: the page's path in the guards, and its address below `module`. */
export interface PageTab {
  path: string
  to: string
}

/** Calls of this page need campaigns too, which a role may lack. */
const isOffered = (access: AccessContext, path: string): boolean =>
  path !== 'configuration/under-performing' || access.kind !== 'administrator' || mayUse(access, 'leads.enable')

/** The tabs of the page at an address, in order, itself among them; none where it would be the only one. */
export function tabsOf(access: AccessContext, pathname: string, module: Module): PageTab[] {
  const addressIn = (path: string): string => addressOf(access, path, module)
  // A page that stands in several families belongs to the first one that the user may enter.
  const familyOf = (path: string): readonly string[] | undefined =>
    families.find((family) => family.includes(path) && opens(access, addressIn(family[0]!)))
  const here = families.flat().find((path) => addressIn(path) === pathname)
  const family = here === undefined ? undefined : familyOf(here)
  const tabs = (family ?? [])
    .filter((path) => familyOf(path) === family && isOffered(access, path))
    .map((path) => ({ path, to: addressIn(path) }))
    .filter(({ to }) => opens(access, to))
  return tabs.length > 1 ? tabs : []
}
