import type Stripe from 'stripe'
import {
  GatewayRefused,
  GatewayUnreachable,
  type CardRefusal,
  type ChargeOutcome,
  type ChargeRequest,
  type DisputeStatus,
  type GatewayEvent,
  type RefundOutcome,
} from '../gateway.ts'

/** An error of the SDK, with the fields that are used here. */
interface SdkError {
  type?: string
  statusCode?: number
  code?: string
  decline_code?: string
  payment_intent?: { id?: string }
}

/** The error if a refusal is about the card, which the payer can fix. */
export const cardErrorOf = (thrown: unknown): SdkError | null =>
  (thrown as SdkError).type === 'StripeCardError' ? (thrown as SdkError) : null

/** The error codes of both API versions for an unknown object. */
const unknownObject = new Set(['resource_missing', 'not_found'])
export const isMissing = (thrown: unknown): boolean => unknownObject.has((thrown as SdkError).code ?? '')

/** Nothing was carried out, and the same request would be refused again. */
const definite = new Set(['StripeInvalidRequestError', 'StripePermissionError'])

/**
 * What an error says about the request. A key reused with other parameters, one in flight, or a revoked one says
 * nothing: an earlier request with it may have been carried out.
 */
export function failureOf(thrown: unknown): Error {
  const { type = 'connection', code, statusCode } = thrown as SdkError
  if (definite.has(type) && code !== 'idempotency_key_in_use' && statusCode !== 409)
    return new GatewayRefused(code ?? 'invalid_request')
  return new GatewayUnreachable(`${type} ${statusCode ?? ''}`.trim())
}

const asksPayer = ({ code, decline_code }: Pick<SdkError, 'code' | 'decline_code'>): boolean =>
  (decline_code ?? code) === 'authentication_required'

export function declineOf(error: SdkError): ChargeOutcome {
  const { code, decline_code, payment_intent } = error
  // The payer was not present to confirm: the same intent waits for them.
  if (payment_intent?.id && asksPayer(error)) return { state: 'asks_payer', gatewayId: payment_intent.id }
  return { state: 'declined', gatewayId: payment_intent?.id ?? null, code: decline_code ?? code ?? 'generic_decline' }
}

/** The outcome of a charge request, from its payment intent. */
export function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  // A proxy may have responded instead of Stripe.
  if ((intent.object as string | undefined) !== 'payment_intent') throw new GatewayUnreachable('unexpected response')
  const gatewayId = intent.id
  if (intent.status === 'succeeded') return { state: 'succeeded', gatewayId }
  const error = intent.last_payment_error
  if (intent.status === 'canceled') return { state: 'declined', gatewayId, code: 'canceled' }
  if (intent.status === 'requires_action' || (intent.status === 'requires_payment_method' && error && asksPayer(error)))
    return { state: 'asks_payer', gatewayId }
  if (intent.status === 'requires_payment_method')
    return { state: 'declined', gatewayId, code: error?.decline_code ?? error?.code ?? 'generic_decline' }
  return { state: 'pending', gatewayId }
}

export function refundOutcomeOf(refund: Stripe.Refund): RefundOutcome {
  if ((refund.object as string | undefined) !== 'refund') throw new GatewayUnreachable('unexpected response')
  if (refund.status === 'succeeded') return { state: 'succeeded', gatewayId: refund.id }
  if (refund.status === 'failed' || refund.status === 'canceled')
    return { state: 'failed', gatewayId: refund.id, code: refund.failure_reason ?? refund.status }
  return { state: 'pending' }
}

const disputeStates: Readonly<Record<string, DisputeStatus['state']>> = {
  warning_needs_response: 'warning',
  warning_under_review: 'under_review',
  // The bank inquired and withdrew nothing.
  warning_closed: 'won',
  prevented: 'won',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

/** Null if the payment was requested by others, on an account that they share with us. */
export function disputeOf(dispute: Stripe.Dispute): DisputeStatus | null {
  if ((dispute.object as string | undefined) !== 'dispute') throw new GatewayUnreachable('unexpected response')
  const intent = dispute.payment_intent
  const attempt = namedBy(intent !== null && typeof intent === 'object' ? intent.metadata : {}, 'attempt_id')
  if (!attempt) return null
  const transactions = dispute.balance_transactions
  const due_s = dispute.evidence_details.due_by
  return {
    place: attempt.place,
    attemptId: attempt.id,
    gatewayId: dispute.id,
    amount_cents: dispute.amount,
    reason: dispute.reason,
    state: disputeStates[dispute.status] ?? 'under_review',
    respondBy_ms: due_s === null ? null : due_s * 1_000,
    isAnswered: dispute.evidence_details.submission_count > 0,
    openedAt_ms: dispute.created * 1_000,
    withdrawn_cents: Math.max(0, -transactions.reduce((sum, { amount }) => sum + amount, 0)),
    fee_cents: Math.max(
      0,
      transactions.reduce((sum, { fee }) => sum + fee, 0),
    ),
  }
}

const refusals: Readonly<Record<string, CardRefusal>> = {
  expired_card: 'expired',
  incorrect_cvc: 'wrong',
  token_already_used: 'spent',
  resource_missing: 'spent',
}
export const refusalOf = (code: string | undefined): CardRefusal => refusals[code ?? ''] ?? 'declined'

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
export const brandOf = (brand: string): string => brands[brand] ?? brand

/** Metadata on Stripe's objects that identifies an attempt. */
export const metadataOf = ({ attemptId, place }: ChargeRequest): Record<string, string> => ({
  attempt_id: attemptId,
  charge_id: place.chargeId,
  agency_id: place.agencyId,
  root_id: place.rootId,
})

/** Others who use the same account may have metadata with the same names: what is not an id is not ours. */
const areIds = (...ids: string[]): boolean => ids.every((id) => uuid.test(id))
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The attempt or refund, and the charge, named by the metadata; null if it names none. */
function namedBy(
  metadata: Stripe.Metadata | null | undefined,
  name: 'attempt_id' | 'refund_id',
): { id: string; place: ChargeRequest['place'] } | null {
  const { [name]: id = '', charge_id: chargeId = '', agency_id: agencyId = '', root_id: rootId = '' } = metadata ?? {}
  return areIds(id, chargeId, agencyId, rootId) ? { id, place: { rootId, agencyId, chargeId } } : null
}

/** An event of version 2: it names its object, but does not contain it. */
interface ThinEvent {
  object: 'v2.core.event'
  id: string
  type: string
  related_object?: { id?: unknown; type?: unknown } | null
}

export function describeEvent(bytes: Buffer): GatewayEvent {
  const event = JSON.parse(bytes.toString()) as Stripe.Event | ThinEvent
  return event.object === 'v2.core.event' ? thinEventOf(event) : eventOf(event)
}

/** Parts of an account have events too, as `v2.core.account[requirements].updated`; those of people are ignored. */
function thinEventOf({ id, type, related_object: object }: ThinEvent): GatewayEvent {
  const isOfAccount = /^v2\.core\.account[.[]/.test(type) && object?.type === 'v2.core.account'
  const accountId = isOfAccount && typeof object.id === 'string' ? object.id : null
  return { id, kind: type, accountId, about: accountId === null ? { what: 'other' } : { what: 'account', accountId } }
}

function eventOf(event: Stripe.Event): GatewayEvent {
  const accountId = event.account ?? null
  return { id: event.id, kind: event.type, accountId, about: aboutOf(event, accountId) }
}

/** Events that can change an account's state; the last one is sent when its owner disconnects it from us. */
const accountEvents = new Set<string>(['account.updated', 'capability.updated', 'account.application.deauthorized'])

function aboutOf(event: Stripe.Event, accountId: string | null): GatewayEvent['about'] {
  if (event.type.startsWith('payment_intent.')) {
    const { metadata } = event.data.object as Partial<Stripe.PaymentIntent>
    const attempt = namedBy(metadata, 'attempt_id')
    if (attempt) return { what: 'charge', place: attempt.place, attemptId: attempt.id }
  }
  if (event.type.startsWith('charge.dispute.'))
    return { what: 'dispute', disputeId: (event.data.object as Stripe.Dispute).id }
  // The operator's own payouts are not tracked.
  if (event.type.startsWith('payout.') && accountId !== null)
    return { what: 'payout', payoutId: (event.data.object as Stripe.Payout).id }
  if (event.type.startsWith('refund.')) {
    const refund = namedBy((event.data.object as Stripe.Refund).metadata, 'refund_id')
    if (refund) return { what: 'refund', place: refund.place, refundId: refund.id }
  }
  // Stripe sends it if a transfer, or part of one, is taken back; a transfer names only our id of it.
  if (event.type === 'transfer.reversed' && accountId === null) {
    const { transfer_group: transferId } = event.data.object as Stripe.Transfer
    if (transferId && areIds(transferId)) return { what: 'transfer', transferId }
  }
  const isOfAccount = accountEvents.has(event.type)
  return isOfAccount && accountId !== null ? { what: 'account', accountId } : { what: 'other' }
}
