import { landingOf } from './landing.ts'
import { addressOf, findProtectedPage, type FoundPage } from './protected-pages.ts'
import {
  canPay,
  isFreeSales,
  isModuleOn,
  isOwner,
  isSales,
  isSetUp,
  isSystem,
  mayAnalyze,
  mayUse,
  type Rights,
  type AccessContext,
} from './access-context.ts'

/** What happens at a path, and the rule that decides it. */
export type Verdict =
  | { kind: 'shown' }
  | { kind: 'redirect'; to: string; rule: string }
  /** It does not exist for this user. */
  | { kind: 'absent'; rule: string }

/** Something that blocks a user from the whole product until it is settled, and the page that settles it. */
interface Hold {
  rule: string
  stops: (access: Rights) => boolean
  open: (access: Rights) => string
}

const profileSetup = 'user/profile-setup'
const salesAccount = 'configuration/sales-connect-account'
/** OQ-04: a failed payment is settled with a card; users without one go to Profile Setup. */
const whereToPay = ({ payments }: Rights): string => (payments.hasCard ? 'user/card-setting' : profileSetup)

/** Checked by pages and by the server's calls; a failed payment comes first (OQ-04). */
const holds: readonly Hold[] = [
  { rule: 'R074', stops: ({ kind, payments }) => kind === 'client' && payments.failed, open: whereToPay },
  {
    rule: 'R075',
    stops: (rights) => isOwner(rights) && rights.payments.failed && !rights.viewer,
    open: whereToPay,
  },
  {
    rule: 'R073',
    stops: (rights) => isSales(rights) && !isFreeSales(rights),
    open: () => salesAccount,
  },
  {
    rule: 'R076',
    stops: (rights) => rights.kind === 'client' && !(canPay(rights) && rights.setupComplete),
    open: () => profileSetup,
  },
]

interface Question extends FoundPage {
  access: AccessContext
}

/** A rule for some pages: blocked users are redirected to `to`, or get a 404 there. */
interface GuardRule {
  rule: string
  at: readonly string[]
  stops: (access: AccessContext) => boolean
  to?: (question: Question) => string
}

const anyone = (): boolean => true
const address = (path: string) => (): string => `/${path}`
/** The dashboard of the page's module; for pages of all modules, the one the user lands on. */
const ownDashboard = ({ access, module }: Question): string =>
  module ? addressOf(access, '{module}/dashboard', module) : landingOf(access).to
const ofCampaigns = ['{module}/campaign-management', '{module}/campaign-management-v1']
/** Paths without a module where campaigns are created or changed. */
const ofAnyCampaigns = ['campaign', 'campaign-setup']

/** Checked before whether the page is meant for the user. */
const before: readonly GuardRule[] = [
  {
    rule: 'R073',
    at: ['user', profileSetup, 'user/profile-setup-v1', 'user/card-setting'],
    stops: isSales,
    to: address(salesAccount),
  },
  { rule: 'R022', at: ['user'], stops: anyone, to: address('user/profile') },
  {
    rule: 'R034',
    at: ['configuration', 'configuration/client-management'],
    stops: isSystem,
    to: address('configuration/agency-list'),
  },
  { rule: 'R033', at: ['configuration'], stops: anyone, to: address('configuration/client-management') },
  {
    rule: 'R031',
    at: ['{module}', '{module}/dashboard', ...ofCampaigns],
    stops: isSystem,
    to: address('configuration/agency-list'),
  },
  // Lists of the product besides campaigns.
  {
    rule: 'R031',
    at: ['{module}/leads', '{module}/visits', '{module}/returns', '{module}/deliveries', '{module}/enrichment'],
    stops: isSystem,
  },
  { rule: 'R037', at: ['configuration/general-setting'], stops: isSales },
  { rule: 'R039', at: ['configuration/report-analytics'], stops: (access) => !mayAnalyze(access) },
  {
    rule: 'R023',
    at: ['user/profile-setup-v1'],
    stops: (access) => !isSystem(access) && !(canPay(access) && mayUse(access, 'leads.enable')),
    to: address(profileSetup),
  },
  {
    rule: 'R025',
    at: ['user/card-setting'],
    // A failed payment lets users in although setup counts as incomplete; a card is still required.
    stops: ({ payments, setupComplete }) => !payments.hasCard || !(setupComplete || payments.failed),
    to: address(profileSetup),
  },
]

/** Checked after whether the page is meant for the user. */
const after: readonly GuardRule[] = [
  { rule: 'R029', at: ['{module}'], stops: anyone, to: ownDashboard },
  {
    rule: 'R077',
    at: [...ofCampaigns, ...ofAnyCampaigns],
    stops: ({ kind, mayManageCampaigns }) => kind === 'client' && !mayManageCampaigns,
    to: ownDashboard,
  },
]

/** What a user gets at a path (D1 §2.2, 2.7): pages, menus and redirects all derive from this. */
export function guard(access: AccessContext, pathname: string): Verdict {
  const found = findProtectedPage(access, pathname)
  if (!found) return { kind: 'absent', rule: 'R042' }
  const { page, module } = found
  const hold = holds.find(({ stops }) => stops(access))
  const open = hold?.open(access)
  if (hold && page.path !== open) return { kind: 'redirect', to: `/${open}`, rule: hold.rule }
  const question = { ...found, access }
  const first = verdictOf(before, question)
  if (first) return first
  const isFor = page.kinds.includes(access.kind)
  if (!isFor && page.hidden) return { kind: 'absent', rule: page.rule }
  const isModuleOpen = module === null || isModuleOn(access, module)
  const isMenuOpen = page.menu === null || mayUse(access, `${page.menu}.enable`)
  if (!isFor || !isModuleOpen || !isMenuOpen) return refused(access, pathname)
  return verdictOf(after, question) ?? { kind: 'shown' }
}

function verdictOf(rules: readonly GuardRule[], question: Question): Verdict | undefined {
  const found = rules.find(({ at, stops }) => at.includes(question.page.path) && stops(question.access))
  if (!found) return undefined
  const { rule, to } = found
  return to ? { kind: 'redirect', to: to(question), rule } : { kind: 'absent', rule }
}

/** R072, OQ-36: to Profile Setup until setup is complete, then to the landing page; neither redirects to itself. */
function refused(access: AccessContext, pathname: string): Verdict {
  const home = isSales(access) ? `/${salesAccount}` : landingOf(access).to
  const to = isSetUp(access) || isSales(access) ? home : `/${profileSetup}`
  return to === pathname ? { kind: 'absent', rule: 'R072' } : { kind: 'redirect', to, rule: 'R072' }
}

/** Areas whose calls belong to a menu. Sign-in, agreements, documents and payment stay open to blocked users. */
const heldAreas: readonly string[] = ['campaigns', 'leads', 'integrations', 'identity', 'companies', 'reports', 'inbox']

/** Sales staff may also change some things of an agency (R148). */
const heldForSales: readonly string[] = [...heldAreas, 'pricing']

/**
 * The rule that blocks a user from a call, or null: the server's half of the guards. Lookups that belong to nobody
 * (states, cities) name no object and stay open.
 */
export const blockedBy = (rights: Rights, call: { area: string; object?: object }): string | null =>
  call.object && (isSales(rights) ? heldForSales : heldAreas).includes(call.area)
    ? (holds.find(({ stops }) => stops(rights))?.rule ?? null)
    : null
