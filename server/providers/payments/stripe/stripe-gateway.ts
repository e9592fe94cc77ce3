import type Stripe from 'stripe'
import type { Config } from '#server/platform/config.ts'
import { newToken } from '#server/platform/ids.ts'
import {
  type CardGateway,
  type ChargeOutcome,
  type ChargeRequest,
  type DisputeEvidence,
  type DisputeOf,
  type DisputeStatus,
  type CreatedTransfer,
  type TransferStatus,
  type RefundOutcome,
  type RefundRequest,
  type TransferRequest,
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

/** Stripe, with its own SDK and a pinned API version, or null if its keys are not set. Only tests set another timeout. */
export function stripeGateway(config: Config, timeout_ms?: number): CardGateway | null {
  if (!config.STRIPE_SECRET_KEY || !config.STRIPE_PUBLISHABLE_KEY || !config.STRIPE_WEBHOOK_SECRET) return null
  const ask = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await stripeClient(config, timeout_ms)
    try {
      return await work(stripe)
    } catch (thrown) {
      if (cardErrorOf(thrown) || isMissing(thrown)) throw thrown
      throw failureOf(thrown)
    }
  }
  return {
    name: 'stripe',
    movesMoney: true,
    formUrl: '/api/payment/card-form',
    formPage: (look) => stripeFormPage(config, look),
    signatureHeader: 'stripe-signature',
    saveCard: (request) => ask((stripe) => saveCard(stripe, request)),
    removeCard: (card) => ask((stripe) => removeCard(stripe, card)).catch(asFailure),
    charge: (request) =>
      ask((stripe) => charge(stripe, request)).catch((thrown: unknown) => {
        const error = cardErrorOf(thrown)
        if (error) return declineOf(error)
        throw isMissing(thrown) ? failureOf(thrown) : thrown
      }),
    findCharge: (request) => ask((stripe) => findCharge(stripe, request)),
    confirmLink: (request, returnUrl) => ask((stripe) => confirmLink(stripe, request, returnUrl)).catch(asFailure),
    withdrawCharge: (request) => ask((stripe) => withdrawCharge(stripe, request)).catch(asFailure),
    refund: (request) => ask((stripe) => refund(stripe, request)).catch(asFailure),
    findRefund: (request) => ask((stripe) => findRefund(stripe, request)).catch(asFailure),
    readDispute: (of) => ask((stripe) => readDispute(stripe, of)).catch(asFailure),
    submitEvidence: (of, evidence, key) => ask((stripe) => submitEvidence(stripe, of, evidence, key)).catch(asFailure),
    transfer: (request) => ask((stripe) => transfer(stripe, request)).catch(asFailure),
    findTransfer: (request) => ask((stripe) => findTransfer(stripe, request)).catch(asFailure),
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
const isLent = ({ accountId, card }: ChargeRequest): boolean => accountId !== null && card.accountId !== accountId

/** Charges a card off-session. A card of the operator's own account is lent to the account that is paid. */
async function charge(stripe: Stripe, request: ChargeRequest): Promise<ChargeOutcome> {
  const { attemptId, amount_cents, fee_cents, accountId, card } = request
  const on = onAccount(accountId)
  const isLentCard = isLent(request)
  const method = isLentCard ? await lend(stripe, request, `${attemptId} card`) : card.cardId
  const intent = await stripe.paymentIntents.create(
    {
      amount: amount_cents,
      currency: 'usd',
      payment_method: method,
      ...(isLentCard ? {} : { customer: card.customerId }),
      ...(fee_cents > 0 ? { application_fee_amount: fee_cents } : {}),
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
      metadata: metadataOf(request),
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
async function confirmLink(stripe: Stripe, request: ChargeRequest, returnUrl: string): Promise<string | null> {
  const intent = await findIntent(stripe, request)
  if (!intent || outcomeOf(intent).state !== 'asks_payer') return null
  // A card is lent for one request only.
  const method = isLent(request)
    ? await lend(stripe, request, `${request.attemptId} card ${newToken()}`)
    : request.card.cardId
  const intentAfter = await stripe.paymentIntents.confirm(
    intent.id,
    { payment_method: method, return_url: returnUrl },
    { idempotencyKey: `confirm ${newToken()}`, ...onAccount(request.accountId) },
  )
  return intentAfter.next_action?.redirect_to_url?.url ?? null
}

async function withdrawCharge(stripe: Stripe, request: ChargeRequest): Promise<ChargeOutcome | null> {
  const intent = await findIntent(stripe, request)
  if (!intent || outcomeOf(intent).state !== 'asks_payer') return intent && outcomeOf(intent)
  const key = { idempotencyKey: `${request.attemptId} cancel`, ...onAccount(request.accountId) }
  await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }, key)
  return { state: 'declined', gatewayId: intent.id, code: 'authentication_required' }
}

const lend = async (stripe: Stripe, { card, accountId }: ChargeRequest, idempotencyKey: string): Promise<string> =>
  (
    await stripe.paymentMethods.create(
      { customer: card.customerId, payment_method: card.cardId },
      { idempotencyKey, ...onAccount(accountId) },
    )
  ).id

async function findCharge(stripe: Stripe, request: ChargeRequest): Promise<ChargeOutcome | null> {
  const intent = await findIntent(stripe, request)
  return intent && outcomeOf(intent)
}

async function refund(
  stripe: Stripe,
  { refundId, charge: of, gatewayId, amount_cents }: RefundRequest,
): Promise<RefundOutcome> {
  const stripeRefund = await stripe.refunds.create(
    {
      payment_intent: gatewayId,
      amount: amount_cents,
      reason: 'requested_by_customer',
      ...(of.fee_cents > 0 ? { refund_application_fee: true } : {}),
      metadata: { ...metadataOf(of), refund_id: refundId },
    },
    { idempotencyKey: refundId, ...onAccount(of.accountId) },
  )
  return refundOutcomeOf(stripeRefund)
}

async function findRefund(
  stripe: Stripe,
  { refundId, charge: of, gatewayId }: RefundRequest,
): Promise<RefundOutcome | null> {
  const list = stripe.refunds.list({ payment_intent: gatewayId, limit: 100 }, onAccount(of.accountId))
  for await (const one of list) if (one.metadata?.['refund_id'] === refundId) return refundOutcomeOf(one)
  return null
}

/** Expands the paid intent, whose metadata identifies our attempt. */
async function readDispute(stripe: Stripe, { disputeId, accountId }: DisputeOf): Promise<DisputeStatus | null> {
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
async function transfer(stripe: Stripe, request: TransferRequest): Promise<CreatedTransfer> {
  const { transferId, accountId, amount_cents } = request
  const stripeTransfer = await stripe.transfers.create(
    { amount: amount_cents, currency: 'usd', destination: accountId, transfer_group: transferId },
    { idempotencyKey: transferId },
  )
  return { gatewayId: stripeTransfer.id }
}

async function findTransfer(stripe: Stripe, { transferId }: TransferRequest): Promise<TransferStatus | null> {
  const { data } = await stripe.transfers.list({ transfer_group: transferId, limit: 1 })
  return data[0] ? { gatewayId: data[0].id, reversed_cents: data[0].amount_reversed } : null
}

/**
 * Searches the payer's intents since the first request: lists are complete immediately, unlike Stripe's search. If the
 * payer was deleted at Stripe, their payments are only in the list of all intents.
 */
async function findIntent(stripe: Stripe, request: ChargeRequest): Promise<Stripe.PaymentIntent | null> {
  if (isLent(request)) return findAmong(stripe, request, {})
  try {
    return await findAmong(stripe, request, { customer: request.card.customerId })
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown
    return findAmong(stripe, request, {})
  }
}

async function findAmong(
  stripe: Stripe,
  request: ChargeRequest,
  payer: { customer?: string },
): Promise<Stripe.PaymentIntent | null> {
  const from_s = Math.floor(request.sent_ms / 1000) - drift_s
  const filter = { created: { gte: from_s }, limit: 100, ...payer }
  const list = stripe.paymentIntents.list(filter, onAccount(request.accountId))
  for await (const intent of list) if (intent.metadata['attempt_id'] === request.attemptId) return intent
  return null
}
