import type { Invoice } from '#contract/billing/invoices.ts'
import type { Charge } from '#contract/billing/charges.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

export const chargeKinds: Readonly<Record<Charge['kind'], Text>> = {
  onboarding: msg('Onboarding charge'),
  manual_bill: msg('Manual bill'),
  developer: msg('Developer API'),
  leads: msg('Leads'),
  client_leads: msg('Leads'),
  wallet_top_up: msg('Data Wallet top-up'),
  campaign_top_up: msg('Campaign top-up'),
}

type Standing = { tone: 'ok' | 'warn' | 'bad' | 'info'; text: Text }

const chargeStatuses: Readonly<Record<Charge['status'], Standing>> = {
  due: { tone: 'warn', text: msg('Due') },
  sent: { tone: 'info', text: msg('Being charged') },
  unknown: { tone: 'info', text: msg('Waiting for the payment provider') },
  declined: { tone: 'bad', text: msg('Declined') },
  succeeded: { tone: 'ok', text: msg('Paid') },
  settled: { tone: 'ok', text: msg('Nothing due') },
  written_off: { tone: 'info', text: msg('Written off') },
}

const paidManually: Standing = { tone: 'ok', text: msg('Paid manually') }

/** A charge is settled when nothing was left to pay, or when its payee recorded a payment. */
export const standingOf = ({ status, amount }: Pick<Charge, 'status' | 'amount'>): Standing =>
  status === 'settled' && amount > 0 ? paidManually : chargeStatuses[status]

/** Why a charge is not paid: what is missing, or the payment provider's decline code. */
const causes: Readonly<Record<string, Text>> = {
  no_card: msg('No card on file.'),
  no_gateway: msg('The payment provider for this card is currently not connected.'),
  no_account: msg('The receiving payment account is not complete yet.'),
  billed_by_hand: msg('Paid directly; no card is charged.'),
  not_prepaid: msg('The campaign no longer buys leads in advance; no card is charged.'),
  insufficient_funds: msg('The card has insufficient funds.'),
  authentication_required: msg('The bank requires the cardholder to confirm the payment.'),
  payment_intent_authentication_failure: msg('The payment was not confirmed at the bank.'),
  expired_card: msg('The card has expired.'),
  lost_card: msg('The card was reported lost.'),
  stolen_card: msg('The card was reported stolen.'),
  card_unknown: msg('The payment provider no longer has this card.'),
  gateway_refused: msg('The payment provider rejected the payment. The card isn’t the cause.'),
}
const otherCause = msg('The bank refused the card.')

export const causeText = (cause: string | null): Text | null => (cause === null ? null : (causes[cause] ?? otherCause))

/** A payment of it can be recorded. */
export const isUnpaid = ({ status }: Pick<Charge, 'status'>): boolean => status === 'due' || status === 'declined'

/** Something was paid for it, which can be refunded. */
export const isPaid = ({ status, amount }: Pick<Charge, 'status' | 'amount'>): boolean =>
  (status === 'succeeded' || status === 'settled') && amount > 0

export const refundedTexts = { all: msg('Refunded'), part: msg('Partly refunded') } as const

/** A charge's status in a word or two. */
export function standingText(charge: Pick<Invoice, 'refunded' | 'amount' | 'status'>): Text {
  const part = refundedOf(charge)
  return part ? refundedTexts[part] : standingOf(charge).text
}

/** How much of the payment was refunded. */
export const refundedOf = ({ refunded, amount }: Pick<Invoice, 'refunded' | 'amount'>): 'all' | 'part' | null =>
  refunded <= 0 ? null : refunded >= amount ? 'all' : 'part'
