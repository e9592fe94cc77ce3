import type { Refund } from '#contract/billing/refunds.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

export const refundReasons: Readonly<Record<Refund['reason'], Text>> = {
  requested: msg('The payer asked for it'),
  duplicate: msg('It was charged twice'),
  mistake: msg('The amount was wrong'),
  quality: msg('The leads were of poor quality'),
}

export const refundStates: Readonly<Record<Refund['state'], { tone: 'ok' | 'info' | 'bad'; text: Text }>> = {
  sent: { tone: 'info', text: msg('On its way') },
  succeeded: { tone: 'ok', text: msg('Refunded') },
  failed: { tone: 'bad', text: msg('Refund failed') },
}
