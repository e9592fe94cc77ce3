import type { LeadReturn, ReturnObstacle, ReturnReason } from '#contract/returns/returns.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

export const returnReasonTexts: Readonly<Record<ReturnReason, Text>> = {
  wrong_number: msg('Wrong phone number'),
  bounced_email: msg('Email bounced'),
  outside_area: msg('Outside the area'),
  duplicate: msg('Duplicate lead'),
  opted_out: msg('Asked not to be contacted'),
  other: msg('Other reason'),
}

export const returnStateTexts: Readonly<Record<LeadReturn['state'], { text: Text; tone: Tone }>> = {
  pending: { text: msg('Under review'), tone: 'info' },
  accepted: { text: msg('Credited'), tone: 'ok' },
  refused: { text: msg('Not credited'), tone: 'bad' },
}

/** Why a lead cannot be returned; null if it was already returned or is a test lead, which the page shows anyway. */
export const obstacleTexts: Readonly<Record<ReturnObstacle, Text | null>> = {
  test: null,
  asked: null,
  late: msg('The return window for this lead has closed.'),
  share: msg('No more leads of this month can be returned.'),
  credited: msg('This lead was credited already.'),
  refunded: msg('The invoice of this lead was refunded.'),
  disputed: msg('The payment for this lead is disputed at its bank.'),
}
