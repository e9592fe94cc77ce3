import type Stripe from 'stripe'
import { GatewayUnreachable, type AccountOwner, type AccountStatus } from '../gateway.ts'

/** Connected accounts with one version of Stripe's API. */
export interface StripeAccounts {
  create(stripe: Stripe, owner: AccountOwner, idempotencyKey: string): Promise<AccountStatus>
  /** Null if the account is closed. */
  read(stripe: Stripe, accountId: string): Promise<AccountStatus | null>
  link(stripe: Stripe, accountId: string, back: { returnUrl: string; refreshUrl: string }, key: string): Promise<string>
}

export const accountsV1: StripeAccounts = {
  create: async (stripe, owner, idempotencyKey) =>
    standingOf(await stripe.accounts.create(chargeRequestOf(owner), { idempotencyKey })),
  read: async (stripe, accountId) => standingOf(await stripe.accounts.retrieve(accountId)),
  async link(stripe, account, { returnUrl, refreshUrl }, idempotencyKey) {
    const request = { account, type: 'account_onboarding' as const, return_url: returnUrl, refresh_url: refreshUrl }
    return (await stripe.accountLinks.create(request, { idempotencyKey })).url
  },
}

/**
 * Agencies are merchants with a full dashboard: Stripe collects missing requirements and bears their losses. Sales
 * staff only receive payouts, for which the operator is liable.
 */
function chargeRequestOf({ kind, id, name, email }: AccountOwner): Stripe.AccountCreateParams {
  const isAgency = kind === 'agency'
  return {
    country: 'US',
    email,
    controller: isAgency
      ? {
          stripe_dashboard: { type: 'full' },
          fees: { payer: 'account' },
          losses: { payments: 'stripe' },
          requirement_collection: 'stripe',
        }
      : {
          stripe_dashboard: { type: 'express' },
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          requirement_collection: 'stripe',
        },
    capabilities: isAgency
      ? { card_payments: { requested: true }, transfers: { requested: true } }
      : { transfers: { requested: true } },
    business_profile: { name },
    metadata: { owner_id: id },
  }
}

/** R099, from Stripe's fields: details submitted, rejected for good, or charges and payouts both enabled. */
function standingOf(account: Stripe.Account): AccountStatus {
  const { requirements } = account
  // An incomplete response says nothing about the account's state.
  if ((account.object as string | undefined) !== 'account' || !requirements)
    throw new GatewayUnreachable('unexpected response')
  const chargesEnabled = account.charges_enabled === true
  const payoutsEnabled = account.payouts_enabled === true
  const requirementNames = [...(requirements.currently_due ?? []), ...(requirements.past_due ?? [])]
  const state = requirements.disabled_reason?.startsWith('rejected')
    ? 'failed'
    : chargesEnabled && payoutsEnabled
      ? 'completed'
      : account.details_submitted
        ? 'inverification'
        : 'pending'
  return {
    accountId: account.id,
    version: 'v1',
    state,
    chargesEnabled,
    payoutsEnabled,
    requirements: [...new Set(requirementNames)],
  }
}
