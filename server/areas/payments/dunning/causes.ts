import type { MailText } from '#server/areas/sign-in/public.ts'
import { planted } from '#server/platform/planted-fault.ts'

/** Decline codes that are final for the card: gateways ask merchants not to retry it. */
const forGood: ReadonlySet<string> = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'expired_card',
  'incorrect_number',
  'invalid_account',
  'new_account_information_available',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'fraudulent',
  'merchant_blacklist',
  // Our own code: the gateway doesn't have this card (any more), at least not at the account that is paid.
  'card_unknown',
])

/** Whether the charge needs another card, so that no retry can succeed. */
export const needsAnotherCard = (cause: string | null): boolean =>
  cause !== null && forGood.has(cause) && !planted('try-refused-card')

const sentences: Readonly<Record<string, MailText>> = {
  insufficient_funds: 'The card has insufficient funds.',
  authentication_required: 'The payment was not confirmed at the bank in time.',
  payment_intent_authentication_failure: 'The payment was not confirmed at the bank.',
  expired_card: 'The card has expired.',
  lost_card: 'The card was reported lost.',
  stolen_card: 'The card was reported stolen.',
  card_unknown: 'The payment provider no longer has this card.',
  gateway_refused: 'The payment provider rejected the payment. The card isn’t the cause.',
}

/** Why a payment failed, in plain words. */
export const describeCause = (cause: string | null): MailText => sentences[cause ?? ''] ?? 'The bank refused the card.'
