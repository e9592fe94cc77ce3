import type { Module } from '../campaigns/modules.ts'
import { landingOf } from './landing.ts'
import { entryOf, openPagesOf, type MenuEntry } from './sidebar-pages.ts'
import {
  canPay,
  hasCardSetUp,
  isConnected,
  isFreeSales,
  isOwner,
  isSales,
  isSystem,
  type Rights,
  type AccessContext,
} from './access-context.ts'

/** Pages of the sidebar that set up what its other pages need: neither card nor account is asked for them. */
const always: readonly string[] = [
  'configuration/general-setting',
  'integrations',
  'configuration/sales-connect-account',
]

/** Whether the sidebar has entries beyond these (R046, R047; OQ-09: system users need neither card nor account). */
function hasSidebar(access: AccessContext): boolean {
  if (isSystem(access)) return true
  if (access.kind === 'client') return true
  // Sales staff are paid and pay nothing, so they need no card (R141).
  if (isSales(access)) return isFreeSales(access)
  return canPay(access) && isConnected(access) && (!access.payments.failed || access.viewer !== null)
}

/**
 * The sidebar: all pages that the guards show, for modules that are enabled (R045 to R049). It always leads to the page
 * that the user lands on, so that it is empty only if there is none. `here` is the module that the user is in.
 */
export function sidebarOf(access: AccessContext, here?: Module): { modules: MenuEntry[]; company: MenuEntry[] } {
  const open = openPagesOf(access, here).filter(({ path }) => hasSidebar(access) || always.includes(path))
  const landing = open.length === 0 ? landingOf(access) : null
  const entries = landing ? [entryOf(access, landing.path, landing.module)] : open
  return {
    modules: entries.filter(({ module }) => module !== null),
    company: entries.filter(({ module }) => module === null),
  }
}

export type AccountItem =
  | 'profile'
  | 'cardSetting'
  | 'dataWallet'
  | 'integrations'
  | 'developer'
  | 'exclusionList'
  | 'changePassword'
  | 'twoFactor'
  | 'sessions'
  | 'support'
  | 'groups'
  | 'logOut'

interface ItemRule {
  rule: string
  item: AccountItem
  isFor: (access: AccessContext) => boolean
}

const isClient = ({ kind }: AccessContext): boolean => kind === 'client'
const isAgency = ({ kind }: AccessContext): boolean => kind === 'agencyOwner' || kind === 'administrator'

/** R115, OQ-20: for owners, and only if the tenant belongs to the root company itself. */
const isDeveloper = (access: AccessContext): boolean => access.ofRootCompany && mayDevelop(access)

/** The part of it that the server checks too: every agency is directly below its root (OQ-20). */
export const mayDevelop = (rights: Rights): boolean =>
  rights.apiMode && (rights.kind === 'rootSystem' || (isOwner(rights) && canPay(rights) && isConnected(rights)))

/** R051: userdownline owns an agency below the root. */
const hasCardItem = (access: AccessContext): boolean =>
  access.payments.manualBill ? isOwner(access) : hasCardSetUp(access)

/** The profile dropdown of D1 §2.4, in its order. */
const accountItems: readonly ItemRule[] = [
  { rule: 'R050', item: 'profile', isFor: ({ kind }) => kind !== 'salesRep' && kind !== 'accountExecutive' },
  { rule: 'R051', item: 'cardSetting', isFor: hasCardItem },
  {
    rule: 'R052',
    item: 'dataWallet',
    isFor: (access) => isOwner(access) && access.ofRootCompany && access.walletIsOpen,
  },
  { rule: 'R053', item: 'integrations', isFor: isClient },
  { rule: 'R054', item: 'developer', isFor: isDeveloper },
  { rule: 'R055', item: 'exclusionList', isFor: isClient },
  // Nobody can change an account's sign-in methods in view mode.
  { rule: 'R056', item: 'changePassword', isFor: ({ viewer }) => viewer === null },
  { rule: 'R056', item: 'twoFactor', isFor: ({ viewer }) => viewer === null },
  { rule: 'R056', item: 'sessions', isFor: ({ viewer }) => viewer === null },
  { rule: 'R057', item: 'support', isFor: (access) => isAgency(access) && access.hasSupportPage },
  {
    rule: 'R058',
    item: 'groups',
    isFor: (access) => (isClient(access) || isAgency(access)) && access.companyGroups > 0,
  },
  { rule: 'R056', item: 'logOut', isFor: () => true },
]

/** The items of the profile dropdown. */
export const accountItemsOf = (access: AccessContext): AccountItem[] =>
  accountItems.filter(({ isFor }) => isFor(access)).map(({ item }) => item)

/** The avatar that leaves view mode (R059). */
export const showsWayBack = ({ viewer }: AccessContext): boolean => viewer !== null
