import type { ClaimSource, ClaimState, ShareClaim } from '#contract/reclaims/claims.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

export const sourceTexts: Readonly<Record<ClaimSource, Text>> = {
  return: msg('Lead returned'),
  exclusion: msg('Addresses excluded'),
  refund: msg('Payment refunded'),
}

export const stateTexts: Readonly<Record<ClaimState, { text: Text; tone: Tone }>> = {
  waiting: { text: msg('Waiting'), tone: 'warn' },
  accepted: { text: msg('Given back'), tone: 'ok' },
  declined: { text: msg('Declined'), tone: 'bad' },
  withdrawn: { text: msg('No longer claimed'), tone: 'plain' },
}

export const excessTexts: Readonly<Record<ShareClaim['excess'], Text>> = {
  share: msg('Over the month’s limit'),
  late: msg('Too long after the lead'),
}
