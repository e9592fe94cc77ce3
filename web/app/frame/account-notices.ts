import { findProtectedPage } from '#contract/guards/protected-pages.ts'
import type { AccountNotice } from '#contract/guards/notices.ts'
import type { AccessContext } from '#contract/guards/access-context.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { AccountDialogName } from './account-dialog-names.ts'

/** The next step: a page, a dialog of the account menu, or an email to whoever can take it. */
type Step =
  | { to: string; label: Text; search?: { section: string } }
  | { dialog: AccountDialogName; label: Text }
  | { mailTo: 'owner' | 'supportContact' }
  | { campaign: true }

export type Words = {
  /** With `{count}` or `{campaign}` where the notice has them. */
  text: Text
  /** Instead, with `{date}`, once it is known when leads stop. */
  textUntil?: Text
  /** Danger by default. A warning means that setup is unfinished, not broken (D1 §4). */
  kind?: 'warning'
  step?: Step
}

/** The settings page of the payment account. */
export const paymentAccountLink = {
  to: '/configuration/general-setting',
  label: msg('Payment account'),
  search: { section: 'payment-account' },
}
const card = { to: '/user/card-setting', label: msg('Card Setting') }
const forSales = { to: '/configuration/sales-connect-account', label: msg('Connect account') }

/** The payment provider is not named (OQ-13). The texts of the specification are verbatim; the others are our own (OQ-53). */
export const noticeWords: Readonly<Record<AccountNotice, Words>> = {
  paymentFailed: { text: msg('Your last payment failed, so new leads have stopped. Update your card.'), step: card },
  agencyPaymentFailed: {
    text: msg('Your agency’s last payment failed, so new leads have stopped. Its owner must update the card.'),
    step: { mailTo: 'owner' },
  },
  agencyStopped: {
    text: msg('New leads have stopped. Contact your agency.'),
    step: { mailTo: 'supportContact' },
  },
  agencyNotReady: {
    text: msg('Campaigns can’t be started right now. Contact your agency.'),
    step: { mailTo: 'supportContact' },
  },
  paymentDeclined: {
    text: msg(
      '{count, plural, one {A payment was declined. Update your card, or it stops your leads.} other {# payments were declined. Update your card, or they stop your leads.}}',
    ),
    textUntil: msg(
      '{count, plural, one {A payment was declined. Update your card, or it stops your leads on {date}.} other {# payments were declined. Update your card, or they stop your leads on {date}.}}',
    ),
    step: card,
  },
  walletEmpty: {
    text: msg('Your Data Wallet is empty, so new leads have stopped.'),
    step: { dialog: 'wallet', label: msg('Data Wallet') },
  },
  topUpEmpty: {
    text: msg(
      '{count, plural, one {The prepaid leads of {campaign} are used up, so new leads have stopped.} other {The prepaid leads of # campaigns are used up, so new leads have stopped.}}',
    ),
    step: { campaign: true },
  },
  noPackage: {
    text: msg('Your agency has no package. Contact support to choose one.'),
    step: { mailTo: 'supportContact' },
  },
  accountUpdate: {
    text: msg('Please update your payment account information to continue receiving charges and payouts.'),
    kind: 'warning',
    step: paymentAccountLink,
  },
  connectAccount: {
    text: msg(
      'You need to connect your payment account prior to adding any clients.(go to system setting->general setting->connect your account)',
    ),
    step: paymentAccountLink,
  },
  continueConnecting: {
    text: msg(
      'Please continue complete the form to connect your account with the payment provider before start to add client (go to system setting->general setting->connect your account)',
    ),
    step: paymentAccountLink,
  },
  inVerification: {
    text: msg(
      'Your account is still being verified by the payment provider, please check your email or login to your payment account for additional steps required by the payment provider.',
    ),
    step: paymentAccountLink,
  },
  paymentsWait: {
    text: msg(
      '{count, plural, one {# payment of a client waits} other {# payments of clients wait}} until you connect a payment account.',
    ),
    step: paymentAccountLink,
  },
  salesConnect: { text: msg('Please connect your payment account to receive commissions.'), step: forSales },
  salesContinue: { text: msg('Your payment account isn’t fully connected yet.'), step: forSales },
  paymentSetup: {
    text: msg('Complete your payment setup first to fully use the system. (Go to Profile -> Payment Setup)'),
    kind: 'warning',
    step: { to: '/user/profile-setup', label: msg('Payment Setup') },
  },
  completeProfile: {
    text: msg('Please complete your profile to fully use the system. (Go to Profile)'),
    kind: 'warning',
    step: { to: '/user/profile', label: msg('Profile') },
  },
}

/** Pages of the setup itself, which need no reminder to begin it. */
const whereSettled = ['/user/profile-setup', '/user/profile-setup-v1', '/user/profile', '/user/card-setting']
const reminders: readonly AccountNotice[] = ['paymentSetup', 'completeProfile']

/** The page where sales staff connect their account says these itself. */
const saidBySalesPage: readonly AccountNotice[] = ['salesConnect', 'salesContinue', 'inVerification']

/**
 * Whether a notice is said on a page: not what the page itself says; setup reminders are not on the setup pages, and the one about the profile is not
 * on pages of the leads menu (R109).
 */
export function isSaidAt(access: AccessContext, pathname: string, notice: AccountNotice): boolean {
  if (pathname === forSales.to && saidBySalesPage.includes(notice)) return false
  if (!reminders.includes(notice)) return true
  if (whereSettled.includes(pathname)) return false
  return notice !== 'completeProfile' || findProtectedPage(access, pathname)?.page.menu !== 'leads'
}
