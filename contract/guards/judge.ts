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

/** What happens at a path, and the rule that decides it; a redirect to null leads to the user's landing page. */
type Judgment =
  | { kind: 'shown' }
  | { kind: 'redirect'; to: string | null; rule: string }
  /** It does not exist for this user. */
  | { kind: 'absent'; rule: string }

/** Something that blocks a user from the whole product until it is settled, and the page that settles it. */
interface Hold {
  rule: string
  stops: (access: Rights) => boolean
  open: (access: Rights) => string
  /** What a refused call says. */
  problem: string
}

export const profileSetup = 'user/profile-setup'
export const salesAccount = 'configuration/sales-connect-account'
/** OQ-04: a failed payment is settled with a card; users without one go to Profile Setup. */
const whereToPay = ({ payments }: Rights): string => (payments.hasCard ? 'user/card-setting' : profileSetup)

const paymentFailed = 'Your last payment failed. Update your card first.'

/** Checked by pages and by the server's calls; a failed payment comes first (OQ-04). */
const holds: readonly Hold[] = [
  {
    rule: 'R074',
    stops: ({ kind, payments }) => kind === 'client' && payments.failed,
    open: whereToPay,
    problem: paymentFailed,
  },
  {
    rule: 'R075',
    stops: (rights) => isOwner(rights) && rights.payments.failed && !rights.viewer,
    open: whereToPay,
    problem: paymentFailed,
  },
  {
    rule: 'R073',
    stops: (rights) => isSales(rights) && !isFreeSales(rights),
    open: () => salesAccount,
    problem: 'Please connect your payment account to receive commissions.',
  },
  {
    rule: 'R076',
    stops: (rights) => rights.kind === 'client' && !(canPay(rights) && rights.setupComplete),
    open: () => profileSetup,
    problem: 'Your setup isn’t complete. Finish it in Profile Setup first.',
  },
]

/** What blocks a user, and the only page that they can open until it is settled; null if nothing does. */
export function holdOn(rights: Rights): { rule: string; path: string; problem: string } | null {
  const hold = holds.find(({ stops }) => stops(rights))
  return hold ? { rule: hold.rule, path: hold.open(rights), problem: hold.problem } : null
}

interface Question extends FoundPage {
  access: AccessContext
}

/** A rule for some pages: blocked users are redirected to `to`, or get a 404 there. */
interface GuardRule {
  rule: string
  at: readonly string[]
  stops: (access: AccessContext) => boolean
  to?: (question: Question) => string | null
}

const anyone = (): boolean => true
const address = (path: string) => (): string => `/${path}`
/** The dashboard of the page's module; for pages of all modules, the page that the user lands on. */
const ownDashboard = ({ access, module }: Question): string | null =>
  module && addressOf(access, '{module}/dashboard', module)
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
  { rule: 'R027', at: ['audience'], stops: anyone, to: address('Audience') },
  { rule: 'R027', at: ['client'], stops: anyone, to: address('Client') },
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
export function judge(access: AccessContext, pathname: string): Judgment {
  const match = findProtectedPage(access, pathname)
  if (!match) return { kind: 'absent', rule: 'R042' }
  const { page, module } = match
  const hold = holdOn(access)
  // Who is held up may read how to go on.
  if (hold && page.path !== hold.path && page.path !== 'help')
    return { kind: 'redirect', to: `/${hold.path}`, rule: hold.rule }
  const question = { ...match, access }
  const first = judgmentOf(before, question)
  if (first) return first
  const isFor = page.kinds.includes(access.kind)
  if (!isFor && page.hidden) return { kind: 'absent', rule: page.rule }
  const isModuleOpen = module === null || isModuleOn(access, module)
  const isMenuOpen = page.menu === null || mayUse(access, `${page.menu}.enable`)
  if (!isFor || !isModuleOpen || !isMenuOpen) return refused(access)
  return judgmentOf(after, question) ?? { kind: 'shown' }
}

/** Whether a user may open the page at a path. */
export const opens = (access: AccessContext, pathname: string): boolean => judge(access, pathname).kind === 'shown'

function judgmentOf(rules: readonly GuardRule[], question: Question): Judgment | undefined {
  const match = rules.find(({ at, stops }) => at.includes(question.page.path) && stops(question.access))
  if (!match) return undefined
  const { rule, to } = match
  return to ? { kind: 'redirect', to: to(question), rule } : { kind: 'absent', rule }
}

/** R072, OQ-36: to Profile Setup until setup is complete, then to the landing page. */
function refused(access: AccessContext): Judgment {
  if (isSales(access)) return { kind: 'redirect', to: `/${salesAccount}`, rule: 'R072' }
  return { kind: 'redirect', to: isSetUp(access) ? null : `/${profileSetup}`, rule: 'R072' }
}
