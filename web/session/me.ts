import { createContext, use } from 'react'
import { kindOf, type UserKind } from '#contract/people/user-kind.ts'
import type { Permission } from '#contract/core/access.ts'
import { mayUse, manualPayments, type AccessContext } from '#contract/guards/access-context.ts'
import { fromOwnPermissions } from '#contract/people/menu-flags.ts'
import type { readStanding } from '#contract/inbox/standing.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { AccessInformation, UserData } from '#contract/people/user.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { brand } from './boot.ts'

/** The signed-in user, in the shape that screens use. */
export type Me = {
  id: string
  name: string
  email: string
  /** Version of the user's own picture; null for initials. */
  picture: string | null
  kind: UserKind
  /** Which of the three kinds of company the user belongs to. */
  side: 'root' | 'agency' | 'client'
  companyId: string
  companyName: string
  /** The parent company: a client's agency, an agency's root; null for the root's users. */
  parentId: string | null
  rootId: string
  timeZone: string
  /** When view mode ends; null outside of it. */
  viewEndsAt: string | null
  /** Whether the user has already seen the tour. */
  tourSeen: boolean
  /** Whether the user has neither completed nor hidden the list of first steps. */
  checklistOpen: boolean
  /** The onboarding fee that the user's agency still owes, or that the operator charges; null for none. */
  onboardingFee: { price_cents: number; acceptsCoupons: boolean; quoteId: string } | null
  /** Whether the operator requires a minimum spend from agencies (OQ-47). */
  hasMinimumSpend: boolean
  /** Where an agency's users find help; null if not set. */
  supportUrl: string | null
  /** The support contact chosen by the parent company. */
  supportContact: { name: string; email: string } | null
  /** The company's own mail server is failing, and this user can fix it. */
  mailServerFails: boolean
  /** The user's agency has no subdomain of its own choice yet, and is asked for one. */
  asksSubdomain: boolean
  /** Input of the access checks, which decide menus, pages and the landing page. */
  access: AccessContext
  /** Whether the user's menu permissions allow something (R143 to R145). */
  may: (permission: Permission) => boolean
}

const sides: Readonly<Record<UserKind, Me['side']>> = {
  rootSystem: 'root',
  rootAdmin: 'root',
  salesRep: 'root',
  accountExecutive: 'root',
  agencyOwner: 'agency',
  administrator: 'agency',
  client: 'client',
}

export type StandingData = AnswerOf<typeof readStanding>['data']

export function meFrom(user: UserData, access: AccessInformation, standing: StandingData): Me {
  const kind = kindOf(user)
  const context = contextFrom(kind, user, access, standing)
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    picture: user.picture,
    kind,
    side: sides[kind],
    companyId: user.company_id,
    companyName: user.company_name,
    parentId: user.company_parent,
    rootId: user.company_root,
    timeZone: user.timezone,
    viewEndsAt: user.view_mode_ends_at,
    onboardingFee: access.agency_onboarding_status
      ? {
          price_cents: Math.round(access.agency_onboarding_price * 100),
          acceptsCoupons: access.agency_enable_coupon,
          quoteId: access.agency_onboarding_quote,
        }
      : null,
    hasMinimumSpend: access.minimumSpend?.status === 1,
    supportUrl: access.support_url,
    supportContact: access.support_contact,
    mailServerFails: access.mail_server_fails,
    asksSubdomain: access.asks_subdomain,
    tourSeen: user.tour_seen,
    checklistOpen: standing.checklist_open,
    access: context,
    may: (permission) => mayUse(context, permission),
  }
}

/** Converts the wire's fields to the access context. Modules use the host's URLs, as everywhere in the browser. */
function contextFrom(
  kind: UserKind,
  user: UserData,
  access: AccessInformation,
  { campaign_modules: campaignModules }: StandingData,
): AccessContext {
  const on = modules.map((module) => {
    const isEnabled = access.clientMenus[module] && access.agencyFilteredModules[module]
    return [module, { url: brand().modules[module].url, enabled: isEnabled }] as const
  })
  return {
    kind,
    permissions: fromOwnPermissions(user.user_permissions),
    profileComplete: user.profile_setup_completed,
    setupComplete: access.setupComplete,
    onboarding: sides[kind] === 'agency' && access.agency_onboarding_status,
    payments: {
      ...manualPayments,
      gateway: access.paymentGateway,
      hasPackage: sides[kind] !== 'agency' || access.package_id !== '',
      manualBill: user.manual_bill,
      hasCard: user.customer_card_id !== null,
      accountConnected: access.accountState,
      chargesEnabled: access.charges_enabled === 1,
      payoutsEnabled: access.payouts_enabled === 1,
      requirements: access.account_requirements,
      failed: access.blockedBy === 'paymentfailed',
    },
    modules: Object.fromEntries(on) as AccessContext['modules'],
    campaignModules,
    mayManageCampaigns: access.disable_client_add_campaign,
    team: user.team_rights,
    apiMode: access.api_mode,
    ofRootCompany: user.isRoot || user.company_parent === user.company_root,
    hasSupportPage: access.support_url !== null,
    companyGroups: access.company_groups,
    walletIsOpen: isOpenFeature(access),
    unpaid: access.agency_unpaid || null,
    viewer: user.isViewMode ? { mayAnalyze: user.user_permissions_view_mode?.report_analytics === true } : null,
  }
}

/** OQ-26: true if the feature is not in beta, or the beta is open to this agency. */
const isOpenFeature = ({ betaFeature: { data_wallet: wallet }, isBeta }: AccessInformation): boolean =>
  !wallet.is_beta || wallet.apply_to_all_agency || isBeta

export const MeContext = createContext<Me | null>(null)

/** The signed-in user; every page inside the frame has one. */
export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('useMe must be used inside the frame')
  return me
}
