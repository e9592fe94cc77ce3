import type { InboxItem } from '#contract/inbox/inbox.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import { services } from '#contract/integrations/services.ts'
import type { Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, type Text, type Translate } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

/** What a line says of itself. */
export const kindWords: Readonly<Record<InboxItem['kind'], { text: Text; tone: Tone }>> = {
  delivery_paused: { text: msg('Delivery paused'), tone: 'bad' },
  connection_lost: { text: msg('Account disconnected'), tone: 'bad' },
  payment_disputed: { text: msg('Payment disputed'), tone: 'bad' },
  payment_declined: { text: msg('Payment declined'), tone: 'bad' },
  payout_failed: { text: msg('Payout sent back'), tone: 'bad' },
  money_unmatched: { text: msg('Money does not agree'), tone: 'bad' },
  refund_returned: { text: msg('Refund came back'), tone: 'bad' },
  leads_returned: { text: msg('Leads returned'), tone: 'warn' },
  leads_held: { text: msg('Leads on hold'), tone: 'bad' },
  delivery_failing: { text: msg('Deliveries failing'), tone: 'warn' },
  funds_empty: { text: msg('Prepaid leads used up'), tone: 'warn' },
  campaign_silent: { text: msg('Campaign silent'), tone: 'warn' },
  remove_by_hand: { text: msg('Remove manually'), tone: 'warn' },
  limit_met: { text: msg('Limit reached'), tone: 'info' },
  cap_met: { text: msg('Money cap reached'), tone: 'info' },
  new_leads: { text: msg('New leads'), tone: 'ok' },
}

/** Whose cap it is. */
function capMet(item: InboxItem, agencyId: string, t: Translate): string {
  if (item.campaignId !== null) return t('New leads wait for the next month, or for a higher cap.')
  return item.company_id === agencyId
    ? t('The cap of your agency: new leads of all clients wait for the next month, or for a higher cap.')
    : t('The cap of this client: new leads of all its campaigns wait for the next month, or for a higher cap.')
}

/** What stands behind it, in one line: the cause, or how many. */
export function detailOf(item: InboxItem, agencyId: string, t: Translate, format: Format): string {
  const count = { count: item.count }
  if (item.kind === 'connection_lost' && item.integration_slug !== null) {
    const service = isolate(services[item.integration_slug].name)
    return item.cause ? `${service}: ${t(causeTexts[item.cause])}` : service
  }
  if (item.cause) return t(causeTexts[item.cause])
  switch (item.kind) {
    case 'new_leads':
      return t('{count, plural, one {# new lead} other {# new leads}}', count)
    case 'payment_declined':
      return t('{count, plural, one {# charge declined} other {# charges declined}}', count)
    case 'payment_disputed':
      return t('The payer’s bank has reversed it or is asking about it.')
    case 'payout_failed':
      return t('Your bank did not take it. See why, and open the payment account.')
    case 'money_unmatched':
      return t('{count, plural, one {# movement on one side only} other {# movements on one side only}}', count)
    case 'refund_returned':
      return t('The client’s bank did not take it. Refund it again, or another way.')
    case 'leads_returned':
      return t('{count, plural, one {# lead to decide about} other {# leads to decide about}}', count)
    case 'leads_held':
      return t('Far more leads than usual: {number}', { number: format.number(item.count) })
    case 'limit_met':
      return t('All {number} leads of its limit are used', { number: format.number(item.count) })
    case 'cap_met':
      return capMet(item, agencyId, t)
    case 'funds_empty':
      return t('New leads stop until more are paid for.')
    case 'campaign_silent':
      return t('Its pixel has reported nothing for a day or more.')
    case 'remove_by_hand':
      return t('{count, plural, one {# person to remove} other {# people to remove}}', count)
    default:
      return ''
  }
}
