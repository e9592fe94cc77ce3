import type { Refund } from '#contract/billing/refunds.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

export const refundReasons: Readonly<Record<Refund['reason'], Text>> = {
  requested: msg('Requested by the payer'),
  duplicate: msg('Duplicate charge'),
  mistake: msg('Wrong amount'),
  quality: msg('Poor lead quality'),
}

export const refundStates: Readonly<Record<Refund['state'], { tone: 'ok' | 'info' | 'bad'; text: Text }>> = {
  sent: { tone: 'info', text: msg('Pending') },
  succeeded: { tone: 'ok', text: msg('Refunded') },
  failed: { tone: 'bad', text: msg('Refund failed') },
}
