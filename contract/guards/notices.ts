import { canPay, isConnected, isSales, type Rights } from './access-context.ts'

/** What stops somebody or their company, most urgent first: said on every page until it is settled. */
export const accountNotices = [
  'paymentFailed',
  'agencyPaymentFailed',
  'agencyStopped',
  'agencyNotReady',
  'paymentDeclined',
  'walletEmpty',
  'topUpEmpty',
  'noPackage',
  'accountUpdate',
  'connectAccount',
  'continueConnecting',
  'inVerification',
  'paymentsWait',
  'salesConnect',
  'salesContinue',
  'paymentSetup',
  'completeProfile',
] as const
export type AccountNotice = (typeof accountNotices)[number]

/** What decides them besides a user's rights; counts are of the user's own company, or of all clients of their agency. */
export interface Standing extends Rights {
  profileComplete: boolean
  /** Declined payments that the company itself owes. */
  declinedPayments: number
  /** Payments of clients that wait for the agency's payment account. */
  waitingPayments: number
  /** Campaigns without leads because what was paid beforehand is used up. */
  emptyTopUps: number
  isWalletEmpty: boolean
  /** Clients pay by card, into an account of the agency's own; not where a gateway only pretends to. */
  takesMoney: boolean
}

type Fits = (standing: Standing) => boolean

/**
 * OQ-24: users who are connected without an account of their own get no notice, and `failed` counts as empty. Whoever
 * settles by hand without a package lacks that instead.
 */
const lacksAccount = (rights: Rights, ...states: readonly string[]): boolean => {
  const { accountConnected, gateway, hasPackage } = rights.payments
  if (isConnected(rights) || (gateway === 'other' && !hasPackage)) return false
  return states.includes(accountConnected)
}
/**
 * R011: where clients pay by card, an agency is told to connect its account before their payments wait for it. It may work
 * meanwhile (OQ-24); one that settles by hand collects outside of the product.
 */
const mayConnect = ({ takesMoney, payments }: Standing): boolean =>
  takesMoney && payments.accountConnected === '' && payments.hasPackage && !payments.manualBill
const isAgency = ({ kind }: Rights): boolean => kind === 'agencyOwner' || kind === 'administrator'
const isClient = ({ kind }: Rights): boolean => kind === 'client'
/** Users who fill in the profile and pay: neither operator staff nor sales staff. */
const settles = (rights: Rights): boolean => isAgency(rights) || isClient(rights)

const fits: Readonly<Record<AccountNotice, Fits>> = {
  // R074, R075. An administrator cannot open the agency's card.
  paymentFailed: (one) => one.payments.failed && (one.kind === 'agencyOwner' || isClient(one)),
  agencyPaymentFailed: (one) => one.payments.failed && one.kind === 'administrator',
  agencyStopped: (one) => isClient(one) && one.unpaid === 'payment',
  agencyNotReady: (one) =>
    isClient(one) && one.mayManageCampaigns && (one.unpaid === 'fee' || one.unpaid === 'package'),
  paymentDeclined: (one) => settles(one) && one.declinedPayments > 0 && !one.payments.failed,
  walletEmpty: (one) => isAgency(one) && one.isWalletEmpty,
  topUpEmpty: (one) => settles(one) && one.emptyTopUps > 0,
  noPackage: (one) => isAgency(one) && one.unpaid === 'package',
  // R060
  accountUpdate: (one) =>
    isAgency(one) &&
    one.payments.requirements.length > 0 &&
    !(one.payments.chargesEnabled && one.payments.payoutsEnabled),
  // R104 to R106
  connectAccount: (one) => isAgency(one) && (lacksAccount(one, '', 'failed') || mayConnect(one)),
  continueConnecting: (one) => isAgency(one) && lacksAccount(one, 'pending'),
  inVerification: (one) => (isAgency(one) || isSales(one)) && lacksAccount(one, 'inverification'),
  // An agency that settles by hand counts as connected, but payments by card do not reach it.
  paymentsWait: (one) => isAgency(one) && isConnected(one) && one.waitingPayments > 0,
  // R107
  salesConnect: (one) => isSales(one) && lacksAccount(one, '', 'failed'),
  salesContinue: (one) => isSales(one) && lacksAccount(one, 'pending'),
  // R108
  paymentSetup: (one) =>
    settles(one) && one.profileComplete && (!canPay(one) || (isAgency(one) && one.unpaid === 'fee')),
  // R109; OQ-01: incomplete.
  completeProfile: (one) => settles(one) && !one.profileComplete && canPay(one),
}

/** A user's current notices, most urgent first. */
export const accountNoticesOf = (standing: Standing): AccountNotice[] =>
  accountNotices.filter((notice) => fits[notice](standing))
