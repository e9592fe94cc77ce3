import type Stripe from 'stripe'
import { localDateAt } from '#server/platform/local-dates.ts'
import { GatewayUnreachable, type PayoutOf, type PayoutStatus } from '../gateway.ts'

const states: Readonly<Record<string, PayoutStatus['state']>> = {
  pending: 'pending',
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
}

/** The state of a connected account's payout, with the bank account that it goes to. */
export async function readPayout(stripe: Stripe, { payoutId, accountId }: PayoutOf): Promise<PayoutStatus> {
  const payout = await stripe.payouts.retrieve(payoutId, { expand: ['destination'] }, { stripeAccount: accountId })
  const state = states[payout.status]
  if ((payout.object as string | undefined) !== 'payout' || !state) throw new GatewayUnreachable('unexpected response')
  return {
    gatewayId: payout.id,
    amount_cents: payout.amount,
    currency: payout.currency,
    state,
    cause: state === 'failed' ? (payout.failure_code ?? 'unknown') : null,
    method: payout.method === 'instant' ? 'instant' : 'standard',
    isAutomatic: payout.automatic,
    bankLast4: last4Of(payout.destination),
    // A day, given as its first moment.
    arrivesOn: localDateAt(payout.arrival_date * 1_000, 'UTC'),
    made_ms: payout.created * 1_000,
    isItemized: payout.reconciliation_status === 'completed',
  }
}

/** Unknown if the bank account was removed since. */
const last4Of = (destination: Stripe.Payout['destination']): string =>
  destination !== null && typeof destination === 'object' && 'last4' in destination
    ? String(destination.last4 ?? '').slice(-4)
    : ''
