import { canPay, isConnected, isSales, type AccessContext } from './access-context.ts'

/** Notices about a user's account until the issue is settled: persistent, once per session (R103, R108, R109). */
export type AccountNotice =
  | 'connectAccount'
  | 'continueConnecting'
  | 'inVerification'
  | 'salesConnect'
  | 'salesContinue'
  | 'paymentSetup'
  | 'completeProfile'

interface NoticeRule {
  rule: string
  notice: AccountNotice
  fits: (access: AccessContext) => boolean
}

/** OQ-24: users who are connected without an account of their own get no notice, and `failed` counts as empty. */
const lacksAccount = (access: AccessContext, ...states: readonly string[]): boolean =>
  !isConnected(access) && states.includes(access.payments.accountConnected)
const isAgency = ({ kind }: AccessContext): boolean => kind === 'agencyOwner' || kind === 'administrator'
/** Users who fill in the profile and pay: neither operator staff nor sales staff. */
const settles = (access: AccessContext): boolean => isAgency(access) || access.kind === 'client'

const rules: readonly NoticeRule[] = [
  { rule: 'R104', notice: 'connectAccount', fits: (one) => isAgency(one) && lacksAccount(one, '', 'failed') },
  { rule: 'R105', notice: 'continueConnecting', fits: (one) => isAgency(one) && lacksAccount(one, 'pending') },
  {
    rule: 'R106',
    notice: 'inVerification',
    fits: (one) => (isAgency(one) || isSales(one)) && lacksAccount(one, 'inverification'),
  },
  { rule: 'R107', notice: 'salesConnect', fits: (one) => isSales(one) && lacksAccount(one, '', 'failed') },
  { rule: 'R107', notice: 'salesContinue', fits: (one) => isSales(one) && lacksAccount(one, 'pending') },
  {
    rule: 'R108',
    notice: 'paymentSetup',
    fits: (one) => settles(one) && one.profileComplete && (!canPay(one) || one.unpaid === 'fee'),
  },
  // OQ-01: incomplete.
  { rule: 'R109', notice: 'completeProfile', fits: (one) => settles(one) && !one.profileComplete && canPay(one) },
]

/** A user's current notices; the one about the profile is not shown on pages of the leads menu. */
export const accountNoticesOf = (access: AccessContext, isInLeadsMenu: boolean): AccountNotice[] =>
  rules
    .filter(({ notice, fits }) => fits(access) && !(isInLeadsMenu && notice === 'completeProfile'))
    .map(({ notice }) => notice)
