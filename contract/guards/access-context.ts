import type { Module } from '../campaigns/modules.ts'
import { permissionMenus, type Permission } from '../core/access.ts'
import type { UserKind } from '../people/user-kind.ts'

/** Where a company's connected payment account is (R099). */
export const accountStates = ['', 'pending', 'inverification', 'completed', 'failed'] as const
export type AccountState = (typeof accountStates)[number]

/** Why an agency, and everybody below it, can start nothing that costs money. */
export const unpaidReasons = ['fee', 'payment', 'package'] as const
export type UnpaidReason = (typeof unpaidReasons)[number]

/** What is known of how a company pays and is paid. */
export interface Payments {
  /** `other` is settled by hand: neither a card nor a connected account is asked for. */
  gateway: 'stripe' | 'other'
  hasPackage: boolean
  hasCard: boolean
  manualBill: boolean
  accountConnected: AccountState
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** What the provider still asks for. */
  requirements: readonly string[]
  /** accessmodule `paymentfailed`. */
  failed: boolean
}

/** The facts that decide what a person may do; the server reads them with every session. */
export interface Rights {
  kind: UserKind
  /** A role with menu flags; everybody else is not asked for any (R143, R144). */
  permissions: Readonly<Record<string, boolean>>
  /** setupcomplete. */
  setupComplete: boolean
  /** agency_onboarding_status: a fee stands before the set-up. */
  onboarding: boolean
  payments: Payments
  /** disable_client_add_campaign is T (OQ-12). */
  mayManageCampaigns: boolean
  /** The company has the developer API (R115); the operator's own always has. */
  apiMode: boolean
  /** Why the agency starts nothing that costs money; null where nothing stops it, and outside of agencies. */
  unpaid: UnpaidReason | null
  /** In view mode: what the one who looks may do besides; null otherwise. */
  viewer: { mayAnalyze: boolean } | null
}

/** Everything that the guards of D1 §2.2 to 2.7 ask about a person besides: what screens look like. */
export interface AccessContext extends Rights {
  profileComplete: boolean
  /** `enabled` by the agency's and the client's sidebar flags (R049); no url means that the module does not exist here. */
  modules: Readonly<Record<Module, { url: string; enabled: boolean }>>
  /** The company lies directly below the root, or is the root. */
  ofRootCompany: boolean
  hasSupportPage: boolean
  companyGroups: number
  walletIsOpen: boolean
}

/** How a company stands that settles by hand, which all do until a gateway takes cards. */
export const settledByHand: Payments = {
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
/** user or userdownline that is no system user. */
export const isOwner = ({ kind }: Rights): boolean => kind === 'agencyOwner'

/** R110: a card exists; while a fee stands before the set-up it does not count yet. */
export const hasCardSetUp = ({ payments, onboarding, setupComplete }: Rights): boolean =>
  payments.hasCard && !(onboarding && !setupComplete)

/** A card, or a way to pay that needs none. */
export const canPay = (rights: Rights): boolean => rights.payments.gateway === 'other' || hasCardSetUp(rights)

/** R100 to R102. */
export function isConnected({ payments }: Rights): boolean {
  const { accountConnected, gateway, hasPackage, manualBill } = payments
  if (accountConnected === 'completed') return hasPackage
  if (gateway === 'other') return accountConnected === '' && hasPackage
  return (accountConnected === '' || accountConnected === 'failed') && manualBill
}

/** R072: what spares a refused person the way to Profile Setup. */
export const isSetUp = (rights: Rights): boolean => rights.setupComplete && (rights.onboarding || canPay(rights))

/** R141, OQ-05: an account executive with a connected account; all other sales staff are confined. */
export const isFreeSales = (rights: Rights): boolean => rights.kind === 'accountExecutive' && isConnected(rights)

export const isModuleOn = ({ modules }: AccessContext, module: Module): boolean =>
  modules[module].url !== '' && modules[module].enabled

/**
 * Whether a person's menus allow something. Of a client's, R145 gives LeadsPeek with update and delete, and campaigns
 * where its agency lets it (R077); a flag counts only while its menu is enabled.
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
      if (menu === 'leads') return flag !== 'create'
      return menu === 'campaign' && (flag === 'enable' || rights.mayManageCampaigns)
    default:
      return permission === 'settings.enable' && isFreeSales(rights)
  }
}

/** Whether somebody has any menu at all: an administrator whose role has no flag has none. */
export const hasAnyMenu = (rights: Rights): boolean => permissionMenus.some((menu) => mayUse(rights, `${menu}.enable`))

/** R142: system users with the permission; for the operator itself it needs none. */
export const mayAnalyze = ({ kind, permissions, viewer }: Rights): boolean =>
  viewer
    ? viewer.mayAnalyze
    : kind === 'rootSystem' ||
      (kind === 'rootAdmin' && (permissions['all'] === true || permissions['report_analytics'] === true))
