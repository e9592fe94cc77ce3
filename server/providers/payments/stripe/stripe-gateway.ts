import type Stripe from 'stripe'
import type { Config } from '#server/platform/config.ts'
import { newToken } from '#server/platform/ids.ts'
import {
  type CardGateway,
  type ChargeOutcome,
  type ChargeWish,
  type DisputeEvidence,
  type DisputeOf,
  type DisputeStanding,
  type MadeTransfer,
  type RefundOutcome,
  type RefundWish,
  type TransferWish,
} from '../gateway.ts'
import { stripeFormPage } from './form-page.ts'
import {
  cardErrorOf,
  declineOf,
  disputeOf,
  describeEvent,
  failureOf,
  isMissing,
  metadataOf,
  outcomeOf,
  refundOutcomeOf,
} from './stripe-answers.ts'
import { accountsBy } from './stripe-accounts.ts'
import { removeCard, saveCard } from './stripe-cards.ts'
import { isSigned, onAccount, stripeClient, type Ask } from './stripe-client.ts'
import { listEntries, listPaidOut } from './stripe-entries.ts'
import { readPayout } from './stripe-payouts.ts'

/** Tolerated difference between Stripe's clock and ours when looking for an attempt. */
const drift_s = 600

/** Stripe, with its own SDK and a pinned API version, or null if its keys are not set. */
export function stripeGateway(config: Config): CardGateway | null {
  if (!config.STRIPE_SECRET_KEY || !config.STRIPE_PUBLISHABLE_KEY || !config.STRIPE_WEBHOOK_SECRET) return null
  const ask = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await stripeClient(config)
    try {
      return await work(stripe)
    } catch (thrown) {
      if (cardErrorOf(thrown) || isMissing(thrown)) throw thrown
      throw failureOf(thrown)
    }
  }
  return {
    name: 'stripe',
    formUrl: '/api/payment/card-form',
    formPage: (look) => stripeFormPage(config, look),
    signatureHeader: 'stripe-signature',
    saveCard: (wish) => ask((stripe) => saveCard(stripe, wish)),
    removeCard: (card) => ask((stripe) => removeCard(stripe, card)).catch(asFailure),
    charge: (wish) =>
      ask((stripe) => charge(stripe, wish)).catch((thrown: unknown) => {
        const error = cardErrorOf(thrown)
        if (error) return declineOf(error)
        throw isMissing(thrown) ? failureOf(thrown) : thrown
      }),
    findCharge: (wish) => ask((stripe) => findCharge(stripe, wish)),
    confirmLink: (wish, returnUrl) => ask((stripe) => confirmLink(stripe, wish, returnUrl)).catch(asFailure),
    withdrawCharge: (wish) => ask((stripe) => withdrawCharge(stripe, wish)).catch(asFailure),
    refund: (wish) => ask((stripe) => refund(stripe, wish)).catch(asFailure),
    findRefund: (wish) => ask((stripe) => findRefund(stripe, wish)).catch(asFailure),
    readDispute: (of) => ask((stripe) => readDispute(stripe, of)).catch(asFailure),
    submitEvidence: (of, evidence, key) => ask((stripe) => submitEvidence(stripe, of, evidence, key)).catch(asFailure),
    transfer: (wish) => ask((stripe) => transfer(stripe, wish)).catch(asFailure),
    findTransfer: (wish) => ask((stripe) => findTransfer(stripe, wish)).catch(asFailure),
    listEntries: (of) => ask((stripe) => listEntries(stripe, of)).catch(asFailure),
    ...payoutsBy(ask),
    ...accountsBy(ask, config),
    readEvent: async (bytes, signature, now_ms) =>
      (await isSigned(config, bytes, { signature, now_ms })) ? describeEvent(bytes) : null,
    describeEvent,
  }
}

const payoutsBy = (ask: Ask): Pick<CardGateway, 'readPayout' | 'listPaidOut'> => ({
  readPayout: (of) =>
    ask((stripe) => readPayout(stripe, of)).catch((thrown: unknown) => {
      if (isMissing(thrown)) return null
      throw thrown
    }),
  listPaidOut: (of) => ask((stripe) => listPaidOut(stripe, of)).catch(asFailure),
})

/** Whether the operator's own account holds the card, and another account is paid. */
const isLent = ({ accountId, card }: ChargeWish): boolean => accountId !== null && card.accountId !== accountId

/** Charges a card off-session. A card of the operator's own account is lent to the account that is paid. */
async function charge(stripe: Stripe, wish: ChargeWish): Promise<ChargeOutcome> {
  const { attemptId, amount_cents, fee_cents, accountId, card } = wish
  const on = onAccount(accountId)
  const lent = isLent(wish)
  const method = lent ? await lend(stripe, wish, `${attemptId} card`) : card.cardId
  const intent = await stripe.paymentIntents.create(
    {
      amount: amount_cents,
      currency: 'usd',
      payment_method: method,
      ...(lent ? {} : { customer: card.customerId }),
      ...(fee_cents > 0 ? { application_fee_amount: fee_cents } : {}),
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
      metadata: metadataOf(wish),
    },
    { idempotencyKey: attemptId, ...on },
  )
  return outcomeOf(intent)
}

/** Rethrows an error; unhandled card and missing-object errors become gateway failures first. */
const asFailure = (thrown: unknown): never => {
  throw cardErrorOf(thrown) || isMissing(thrown) ? failureOf(thrown) : thrown
}

/** Confirms the intent again with the payer present: Stripe then returns the bank's page. */
async function confirmLink(stripe: Stripe, wish: ChargeWish, returnUrl: string): Promise<string | null> {
  const intent = await findIntent(stripe, wish)
  if (!intent || outcomeOf(intent).state !== 'asks_payer') return null
  // A card is lent for one request only.
  const method = isLent(wish) ? await lend(stripe, wish, `${wish.attemptId} card ${newToken()}`) : wish.card.cardId
  const asked = await stripe.paymentIntents.confirm(
    intent.id,
    { payment_method: method, return_url: returnUrl },
    { idempotencyKey: `confirm ${newToken()}`, ...onAccount(wish.accountId) },
  )
  return asked.next_action?.redirect_to_url?.url ?? null
}

async function withdrawCharge(stripe: Stripe, wish: ChargeWish): Promise<ChargeOutcome | null> {
  const intent = await findIntent(stripe, wish)
  if (!intent || outcomeOf(intent).state !== 'asks_payer') return intent && outcomeOf(intent)
  const key = { idempotencyKey: `${wish.attemptId} cancel`, ...onAccount(wish.accountId) }
  await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }, key)
  return { state: 'declined', gatewayId: intent.id, code: 'authentication_required' }
}

const lend = async (stripe: Stripe, { card, accountId }: ChargeWish, idempotencyKey: string): Promise<string> =>
  (
    await stripe.paymentMethods.create(
      { customer: card.customerId, payment_method: card.cardId },
      { idempotencyKey, ...onAccount(accountId) },
    )
  ).id

async function findCharge(stripe: Stripe, wish: ChargeWish): Promise<ChargeOutcome | null> {
  const intent = await findIntent(stripe, wish)
  return intent && outcomeOf(intent)
}

async function refund(
  stripe: Stripe,
  { refundId, charge: of, gatewayId, amount_cents }: RefundWish,
): Promise<RefundOutcome> {
  const made = await stripe.refunds.create(
    {
      payment_intent: gatewayId,
      amount: amount_cents,
      reason: 'requested_by_customer',
      ...(of.fee_cents > 0 ? { refund_application_fee: true } : {}),
      metadata: { ...metadataOf(of), refund_id: refundId },
    },
    { idempotencyKey: refundId, ...onAccount(of.accountId) },
  )
  return refundOutcomeOf(made)
}

async function findRefund(
  stripe: Stripe,
  { refundId, charge: of, gatewayId }: RefundWish,
): Promise<RefundOutcome | null> {
  const list = stripe.refunds.list({ payment_intent: gatewayId, limit: 100 }, onAccount(of.accountId))
  for await (const one of list) if (one.metadata?.['refund_id'] === refundId) return refundOutcomeOf(one)
  return null
}

/** Expands the paid intent, whose metadata identifies our attempt. */
async function readDispute(stripe: Stripe, { disputeId, accountId }: DisputeOf): Promise<DisputeStanding | null> {
  return disputeOf(await stripe.disputes.retrieve(disputeId, { expand: ['payment_intent'] }, onAccount(accountId)))
}

async function submitEvidence(
  stripe: Stripe,
  { disputeId, accountId }: DisputeOf,
  { explanation, product, activity, customerName, customerEmail }: DisputeEvidence,
  idempotencyKey: string,
): Promise<void> {
  await stripe.disputes.update(
    disputeId,
    {
      evidence: {
        uncategorized_text: explanation,
        product_description: product,
        access_activity_log: activity,
        customer_name: customerName,
        customer_email_address: customerEmail,
      },
      submit: true,
    },
    { idempotencyKey, ...onAccount(accountId) },
  )
}

/** The transfer group is our id: it is the only id of ours that Stripe can filter transfers by. */
async function transfer(stripe: Stripe, wish: TransferWish): Promise<MadeTransfer> {
  const { transferId, accountId, amount_cents } = wish
  const made = await stripe.transfers.create(
    { amount: amount_cents, currency: 'usd', destination: accountId, transfer_group: transferId },
    { idempotencyKey: transferId },
  )
  return { gatewayId: made.id }
}

async function findTransfer(stripe: Stripe, { transferId }: TransferWish): Promise<MadeTransfer | null> {
  const { data } = await stripe.transfers.list({ transfer_group: transferId, limit: 1 })
  return data[0] ? { gatewayId: data[0].id } : null
}

/**
 * Searches the payer's intents since the first request: lists are complete immediately, unlike Stripe's search. If the
 * payer was deleted at Stripe, their payments are only in the list of all intents.
 */
async function findIntent(stripe: Stripe, wish: ChargeWish): Promise<Stripe.PaymentIntent | null> {
  if (isLent(wish)) return findAmong(stripe, wish, {})
  try {
    return await findAmong(stripe, wish, { customer: wish.card.customerId })
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown
    return findAmong(stripe, wish, {})
  }
}

async function findAmong(
  stripe: Stripe,
  wish: ChargeWish,
  payer: { customer?: string },
): Promise<Stripe.PaymentIntent | null> {
  const from_s = Math.floor(wish.sent_ms / 1000) - drift_s
  const filter = { created: { gte: from_s }, limit: 100, ...payer }
  const list = stripe.paymentIntents.list(filter, onAccount(wish.accountId))
  for await (const intent of list) if (intent.metadata['attempt_id'] === wish.attemptId) return intent
  return null
}
