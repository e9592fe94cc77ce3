import type { CardRefusal } from '#server/providers/payments/gateway.ts'

/** What somebody reads whose card cannot be used. */
export const cardRefusals: Readonly<Record<CardRefusal, string>> = {
  declined: 'This card was declined. Use another one.',
  expired: 'This card has expired. Use another one.',
  wrong: 'The security code is incorrect.',
  spent: 'The card form has expired. Enter the card again.',
}
