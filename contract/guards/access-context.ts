import type { Module } from '../campaigns/modules.ts'
import { permissionMenus, type Permission } from '../core/access.ts'
import type { TeamRight } from '../people/team-rights.ts'
import type { UserKind } from '../people/user-kind.ts'

/** State of a company's connected payment account (R099). */
export const accountStates = ['', 'pending', 'inverification', 'completed', 'failed'] as const
export type AccountState = (typeof accountStates)[number]

/** Why an agency, and everybody below it, cannot start anything that costs money. */
export const unpaidReasons = ['fee', 'payment', 'package'] as const
export type UnpaidReason = (typeof unpaidReasons)[number]

/** How a company pays and gets paid. */
export interface Payments {
  /** `other` is settled manually: neither a card nor a connected account is required. */
  gateway: 'stripe' | 'other'
  hasPackage: boolean
  hasCard: boolean
  manualBill: boolean
  accountConnected: AccountState
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** What the provider still requires. */
  requirements: readonly string[]
  /** accessmodule `paymentfailed`. */
  failed: boolean
}

/** The facts that decide what a user may do; the server loads them with every session. */
export interface Rights {
  kind: UserKind
  /** Menu flags of a role; other users have none to check (R143, R144). */
  permissions: Readonly<Record<string, boolean>>
  /** setupcomplete. */
  setupComplete: boolean
  /** agency_onboarding_status: a fee must be paid before setup. */
  onboarding: boolean
  payments: Payments
  /** disable_client_add_campaign is T (OQ-12), and a colleague may change things. */
  mayManageCampaigns: boolean
  /** The rights of a client's colleague; null for a client's main user, who has all, and for everybody else. */
  team: readonly TeamRight[] | null
  /** The company has the developer API (R115); the operator's own always does. */
  apiMode: boolean
  /** Why the agency cannot start anything that costs money; null if nothing blocks it, and outside of agencies. */
  unpaid: UnpaidReason | null
  /** In view mode: what the viewing user may do besides; null otherwise. */
  viewer: { mayAnalyze: boolean } | null
}

/** What the guards of D1 §2.2 to 2.7 need to know about a user besides: it determines what screens look like. */
export interface AccessContext extends Rights {
  profileComplete: boolean
  /** `enabled` by the agency's and the client's sidebar flags (R049); without url the module does not exist here. */
  modules: Readonly<Record<Module, { url: string; enabled: boolean }>>
  /** Modules in which the company has campaigns. */
  campaignModules: readonly Module[]
  /** The company is directly below the root, or is the root. */
  ofRootCompany: boolean
  hasSupportPage: boolean
  companyGroups: number
  walletIsOpen: boolean
}

/** The payment state of a company that settles manually, as all do until a gateway accepts cards. */
export const manualPayments: Payments = {
  gateway: 'other',
  hasPackage: true,
  hasCard: false,
  manualBill: false,
  accountConnected: '',
  chargesEnabled: true,
  payoutsEnabled: true,
  requirements: [],
  failed: false,
}

export const isSystem = ({ kind }: Rights): boolean => kind === 'rootSystem' || kind === 'rootAdmin'
export const isSales = ({ kind }: Pick<Rights, 'kind'>): boolean => kind === 'salesRep' || kind === 'accountExecutive'
/** `user` or `userdownline`, and not a system user. */
export const isOwner = ({ kind }: Rights): boolean => kind === 'agencyOwner'

/** R110: a card exists; while the onboarding fee blocks setup, it does not count yet. */
export const hasCardSetUp = ({ payments, onboarding, setupComplete }: Rights): boolean =>
  payments.hasCard && !(onboarding && !setupComplete)

/** Pays by card, and not by arrangement. */
export const paysByCard = ({ payments }: Rights): boolean => payments.gateway !== 'other' && !payments.manualBill

/** Has a card, or a payment method that needs none. */
export const canPay = (rights: Rights): boolean => rights.payments.gateway === 'other' || hasCardSetUp(rights)

/** R100 to R102. */
export function isConnected({ payments }: Rights): boolean {
  const { accountConnected, gateway, hasPackage, manualBill } = payments
  if (accountConnected === 'completed') return hasPackage
  if (gateway === 'other') return accountConnected === '' && hasPackage
  return (accountConnected === '' || accountConnected === 'failed') && manualBill
}

/** R072: a refused user who is set up is not redirected to Profile Setup. */
export const isSetUp = (rights: Rights): boolean => rights.setupComplete && (rights.onboarding || canPay(rights))

/** R141, OQ-05: an account executive with a connected account; all other sales staff are restricted. */
export const isFreeSales = (rights: Rights): boolean => rights.kind === 'accountExecutive' && isConnected(rights)

export const isModuleOn = ({ modules }: AccessContext, module: Module): boolean =>
  modules[module].url !== '' && modules[module].enabled

/**
 * Whether a user's menus allow something. R145 gives clients LeadsPeek with update and delete, and campaigns if their
 * agency allows it (R077), less what a colleague's team rights leave out; a flag counts only while its menu is enabled.
 */
export function mayUse(rights: Rights, permission: Permission): boolean {
  const { kind, permissions } = rights
  const [menu, flag] = permission.split('.') as [string, string]
  switch (kind) {
    case 'rootSystem':
    case 'agencyOwner':
      return true
    case 'rootAdmin':
    case 'administrator':
      return permissions['all'] === true || (permissions[`${menu}.enable`] === true && permissions[permission] === true)
    case 'client':
      if (menu === 'leads') return flag === 'enable' || (flag !== 'create' && (rights.team?.includes('work') ?? true))
      return (
        menu === 'campaign' &&
        (flag === 'enable' || (rights.mayManageCampaigns && (rights.team?.includes('manage') ?? true)))
      )
    default:
      return permission === 'settings.enable' && isFreeSales(rights)
  }
}

/** Whether the user has any menu at all: an administrator whose role has no flag does not. */
export const hasAnyMenu = (rights: Rights): boolean => permissionMenus.some((menu) => mayUse(rights, `${menu}.enable`))

/** R142: system users with the permission; the operator itself does not need it. */
export const mayAnalyze = ({ kind, permissions, viewer }: Rights): boolean =>
  viewer
    ? viewer.mayAnalyze
    : kind === 'rootSystem' ||
      (kind === 'rootAdmin' && (permissions['all'] === true || permissions['report_analytics'] === true))
