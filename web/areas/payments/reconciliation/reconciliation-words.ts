import type { Unmatched } from '#contract/payments/reconciliation.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'

export const movementKinds: Readonly<Record<Unmatched['kind'], Text>> = {
  charge: msg('Payment'),
  refund: msg('Refund'),
  dispute: msg('Dispute'),
  share: msg('Your share of a payment'),
  share_refund: msg('Your share of a refund'),
  transfer: msg('Transfer'),
  payout: msg('Payout'),
  fee: msg('Payment provider fee'),
  other: msg('Other transaction'),
  commission_payout: msg('Commissions paid out'),
}

/** Whether the transaction is missing on one side or differs. */
export function standingOf({ side, booked }: Pick<Unmatched, 'side' | 'booked'>): Text {
  if (side === 'books') return msg('Booked, not at the payment provider')
  return booked === 0 ? msg('At the payment provider, not booked') : msg('Booked differently')
}
