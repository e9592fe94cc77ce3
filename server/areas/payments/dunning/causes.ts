import type { Text } from '#i18n/arabic.ts'

const sentences: Readonly<Record<string, Text>> = {
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
export const describeCause = (cause: string | null): Text => sentences[cause ?? ''] ?? 'The bank refused the card.'
