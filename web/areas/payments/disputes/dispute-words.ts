import type { Dispute } from '#contract/payments/disputes.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'
import type { Tone } from '../../../shells/status-badge.tsx'

export const disputesPath = '/configuration/disputes'

export const disputeStates: Readonly<Record<Dispute['state'], { tone: Tone; text: Text }>> = {
  warning: { tone: 'warn', text: msg('The bank asks') },
  needs_response: { tone: 'bad', text: msg('Needs an answer') },
  under_review: { tone: 'info', text: msg('With the bank') },
  won: { tone: 'ok', text: msg('Won') },
  lost: { tone: 'bad', text: msg('Lost') },
}

/** By the codes that payment providers give. */
const reasons: Readonly<Record<string, Text>> = {
  fraudulent: msg('The card’s owner says it was not them.'),
  product_not_received: msg('The payer says that nothing was delivered.'),
  product_unacceptable: msg('The payer says that it was not as agreed.'),
  duplicate: msg('The payer says that it was charged twice.'),
  subscription_canceled: msg('The payer says that it was canceled.'),
  credit_not_processed: msg('The payer says that a refund did not come.'),
  unrecognized: msg('The payer does not recognize the charge.'),
}
const otherReason = msg('The bank gave no closer reason.')

export const reasonText = (reason: string): Text => reasons[reason] ?? otherReason

export const takesAnswer = ({ state, evidence_state }: Pick<Dispute, 'state' | 'evidence_state'>): boolean =>
  (state === 'warning' || state === 'needs_response') && (evidence_state === null || evidence_state === 'failed')
