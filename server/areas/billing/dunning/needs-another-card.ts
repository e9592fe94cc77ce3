import { hasFault } from '#server/platform/planted-fault.ts'

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
  cause !== null && forGood.has(cause) && !hasFault('try-refused-card')
