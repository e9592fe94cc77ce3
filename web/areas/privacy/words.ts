import type { RequestKind } from '#contract/privacy/choices.ts'
import type { RequestStage } from '#contract/privacy/requests.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

export const kindTexts: Readonly<Record<RequestKind, Text>> = {
  opt_out: msg('Opt-out'),
  see: msg('See what is held'),
  delete: msg('Delete what is held'),
  correct: msg('Correct what is held'),
}

export const stageTexts: Readonly<Record<RequestStage, { text: Text; tone: Tone }>> = {
  unconfirmed: { text: msg('Address not confirmed'), tone: 'plain' },
  open: { text: msg('To be answered'), tone: 'warn' },
  answered: { text: msg('Answered'), tone: 'ok' },
  refused: { text: msg('Refused'), tone: 'bad' },
  appealed: { text: msg('Appeal to be answered'), tone: 'warn' },
}
