import type Stripe from 'stripe'
import { GatewayUnreachable, type AccountOwner, type AccountStatus } from '../gateway.ts'
import type { StripeAccounts } from './stripe-accounts-v1.ts'

type Account = Stripe.V2.Core.Account
type Entry = NonNullable<NonNullable<Account['requirements']>['entries']>[number]

/** Version 2 leaves every other part of a response empty. */
const include: ('configuration.merchant' | 'configuration.recipient' | 'requirements')[] = [
  'configuration.merchant',
  'configuration.recipient',
  'requirements',
]

export const accountsV2: StripeAccounts = {
  async create(stripe, owner, idempotencyKey) {
    const account = await stripe.v2.core.accounts.create(chargeRequestOf(owner), { idempotencyKey })
    assertAccount(account)
    // The account was created, whatever the response omits: its owner starts with the form.
    return standingOf(account) ?? { ...closedWays(account), state: 'pending' }
  },
  async read(stripe, accountId) {
    const account = await stripe.v2.core.accounts.retrieve(accountId, { include })
    assertAccount(account)
    if (account.closed === true) return null
    const standing = standingOf(account)
    if (!standing) throw new GatewayUnreachable('returned a response without the requested data')
    return standing
  },
  async link(stripe, account, { returnUrl, refreshUrl }, idempotencyKey) {
    const account_onboarding = { return_url: returnUrl, refresh_url: refreshUrl }
    const use_case = { type: 'account_onboarding' as const, account_onboarding }
    return (await stripe.v2.core.accountLinks.create({ account, use_case }, { idempotencyKey })).url
  },
}

/** The same two types of account as in version 1: merchants with their own dashboard, and payout recipients. */
function chargeRequestOf({ kind, id, name, email }: AccountOwner): Stripe.V2.Core.AccountCreateParams {
  const request = { requested: true }
  const isAgency = kind === 'agency'
  const collector = isAgency ? 'stripe' : 'application'
  return {
    contact_email: email,
    display_name: name,
    dashboard: isAgency ? 'full' : 'express',
    identity: { country: 'us' },
    configuration: isAgency
      ? { merchant: { capabilities: { card_payments: request } } }
      : { recipient: { capabilities: { stripe_balance: { stripe_transfers: request } } } },
    defaults: { currency: 'usd', responsibilities: { fees_collector: collector, losses_collector: collector } },
    metadata: { owner_id: id },
    include,
  }
}

interface Capability {
  status?: string
}

/** The capabilities that an account needs: accepting money, and paying out. Undefined if Stripe does not report one. */
function waysOf({ configuration, applied_configurations: applied }: Account): (Capability | undefined)[] {
  const { merchant, recipient } = configuration ?? {}
  if (applied.includes('merchant'))
    return [merchant?.capabilities?.card_payments, merchant?.capabilities?.stripe_balance?.payouts]
  return [recipient?.capabilities?.stripe_balance?.stripe_transfers, recipient?.capabilities?.stripe_balance?.payouts]
}

const isDue = ({ awaiting_action_from: from, minimum_deadline: deadline }: Entry): boolean =>
  from === 'user' && deadline?.status !== 'eventually_due'

/** Part of the initial onboarding form, and not answered yet. */
const isOfForm = ({ errors, requested_reasons: reasons }: Entry): boolean =>
  (errors ?? []).length === 0 && (reasons ?? []).some(({ code }) => code === 'routine_onboarding')

/** A proxy may have responded instead of Stripe. */
function assertAccount(account: Account): void {
  if ((account.object as string | undefined) !== 'v2.core.account') throw new GatewayUnreachable('unexpected response')
}

const closedWays = ({ id }: Account) => ({
  accountId: id,
  version: 'v2' as const,
  chargesEnabled: false,
  payoutsEnabled: false,
  requirements: [],
})

/**
 * R099. Nothing in it says that the form was submitted: as long as something of the initial form is due, it was not.
 * Null if the response does not tell: version 2 leaves out parts that were not requested, and does not promise to
 * include requirements that were. Without them, the capabilities only tell if all are active or one is refused.
 */
function standingOf(account: Account): AccountStatus | null {
  const { id: accountId, requirements, configuration, applied_configurations: configurationNames } = account
  if (!configuration || !configurationNames) return null
  const ways = waysOf(account)
  const [chargesEnabled = false, payoutsEnabled = false] = ways.map((way) => way?.status === 'active')
  const isRefused = ways.some((way) => way?.status === 'rejected' || way?.status === 'unsupported')
  if (!requirements && !isRefused && !(chargesEnabled && payoutsEnabled)) return null
  const dueEntries = (requirements?.entries ?? []).filter(isDue)
  const state = isRefused
    ? 'failed'
    : chargesEnabled && payoutsEnabled
      ? 'completed'
      : dueEntries.some(isOfForm)
        ? 'pending'
        : 'inverification'
  return {
    accountId,
    version: 'v2',
    state,
    chargesEnabled,
    payoutsEnabled,
    requirements: [...new Set(dueEntries.map(({ description }) => description))],
  }
}
