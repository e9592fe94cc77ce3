import type { Dispute } from '#contract/payments/disputes.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'
import type { Tone } from '../../../shells/status-badge.tsx'

export const disputeStates: Readonly<Record<Dispute['state'], { tone: Tone; text: Text }>> = {
  warning: { tone: 'warn', text: msg('Bank inquiry') },
  needs_response: { tone: 'bad', text: msg('Needs response') },
  under_review: { tone: 'info', text: msg('Under bank review') },
  won: { tone: 'ok', text: msg('Won') },
  lost: { tone: 'bad', text: msg('Lost') },
}

/** Texts by the payment providers' reason codes. */
const reasons: Readonly<Record<string, Text>> = {
  fraudulent: msg('The cardholder says they didn’t make the payment.'),
  product_not_received: msg('The payer says nothing was delivered.'),
  product_unacceptable: msg('The payer says it wasn’t as agreed.'),
  duplicate: msg('The payer says they were charged twice.'),
  subscription_canceled: msg('The payer says it was canceled.'),
  credit_not_processed: msg('The payer says a refund didn’t arrive.'),
  unrecognized: msg('The payer does not recognize the charge.'),
}
const otherReason = msg('The bank gave no closer reason.')

export const reasonText = (reason: string): Text => reasons[reason] ?? otherReason

export const acceptsEvidence = ({ state, evidence_state }: Pick<Dispute, 'state' | 'evidence_state'>): boolean =>
  (state === 'warning' || state === 'needs_response') && (evidence_state === null || evidence_state === 'failed')
