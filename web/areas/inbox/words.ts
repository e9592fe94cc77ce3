import type { InboxItem } from '#contract/inbox/inbox.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import { nameOfKind } from '#contract/integrations/services.ts'
import type { Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, type Text, type Translate } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

/** An item's label and tone by kind. */
export const kindWords: Readonly<Record<InboxItem['kind'], { text: Text; tone: Tone }>> = {
  delivery_paused: { text: msg('Delivery paused'), tone: 'bad' },
  connection_lost: { text: msg('Account disconnected'), tone: 'bad' },
  payment_disputed: { text: msg('Payment disputed'), tone: 'bad' },
  payment_declined: { text: msg('Payment declined'), tone: 'bad' },
  payout_failed: { text: msg('Payout returned'), tone: 'bad' },
  account_needs: { text: msg('Payment account needs something'), tone: 'bad' },
  money_unmatched: { text: msg('Reconciliation mismatch'), tone: 'bad' },
  refund_returned: { text: msg('Refund returned'), tone: 'bad' },
  leads_returned: { text: msg('Leads returned'), tone: 'warn' },
  leads_held: { text: msg('Leads on hold'), tone: 'bad' },
  leads_apart: { text: msg('Forged leads on hold'), tone: 'bad' },
  delivery_failing: { text: msg('Deliveries failing'), tone: 'warn' },
  mail_records_broken: { text: msg('Email records wrong'), tone: 'warn' },
  mail_stopped: { text: msg('Emails stopped'), tone: 'warn' },
  funds_empty: { text: msg('Prepaid leads used up'), tone: 'warn' },
  campaign_silent: { text: msg('Campaign silent'), tone: 'warn' },
  remove_by_hand: { text: msg('Remove manually'), tone: 'warn' },
  next_action_due: { text: msg('Next action due'), tone: 'warn' },
  action_due: { text: msg('Next action due'), tone: 'warn' },
  mentioned: { text: msg('Mentioned in a note'), tone: 'info' },
  no_leads: { text: msg('No leads'), tone: 'warn' },
  limit_near: { text: msg('Near its limit'), tone: 'info' },
  limit_met: { text: msg('Limit reached'), tone: 'info' },
  cap_met: { text: msg('Spend cap reached'), tone: 'info' },
  limit_given: { text: msg('Limit set'), tone: 'info' },
  new_leads: { text: msg('New leads'), tone: 'ok' },
  bursts_reported: { text: msg('Forged leads reported'), tone: 'bad' },
  shares_claimed: { text: msg('Claims waiting'), tone: 'warn' },
  privacy_due: { text: msg('Privacy requests due'), tone: 'bad' },
}

/** What an item is about, in a sentence. */
export const nameOfItem = ({ lead, campaignName, company_name }: InboxItem): { name: string } => ({
  name: isolate(lead?.name || campaignName || company_name),
})

/** Says whose spend cap was reached. */
function capMet(item: InboxItem, agencyId: string, t: Translate): string {
  if (item.campaignId !== null) return t('New leads resume next month, or when the cap is raised.')
  return item.company_id === agencyId
    ? t('Your agency’s cap: new leads for all clients resume next month, or when the cap is raised.')
    : t('This client’s cap: its campaigns resume next month, or when the cap is raised.')
}

/** One line of detail: the cause, or a count. */
export function detailOf(item: InboxItem, agencyId: string, t: Translate, format: Format): string {
  const count = { count: item.count }
  if (item.kind === 'connection_lost' && item.integration_slug !== null) {
    const service = isolate(t(nameOfKind(item.integration_slug)))
    return item.cause ? `${service}: ${t(causeTexts[item.cause])}` : service
  }
  if (item.cause) return t(causeTexts[item.cause])
  if (item.lead && item.kind === 'mentioned') return isolate(item.lead.name)
  if (item.lead) return `${isolate(item.lead.next_action)} · ${isolate(item.lead.name)}`
  switch (item.kind) {
    case 'new_leads':
      return t('{count, plural, one {# new lead} other {# new leads}}', count)
    case 'payment_declined':
      return t('{count, plural, one {# charge declined} other {# charges declined}}', count)
    case 'payment_disputed':
      return t('The payer’s bank reversed it or opened an inquiry.')
    case 'payout_failed':
      return t('Your bank rejected it. See why, and check your payment account.')
    case 'account_needs':
      return t('The payment provider waits for it. See what, and add it there.')
    case 'money_unmatched':
      return t('{count, plural, one {# unmatched transaction} other {# unmatched transactions}}', count)
    case 'refund_returned':
      return t('The client’s bank rejected it. Refund again, or another way.')
    case 'leads_returned':
      return t('{count, plural, one {# lead to review} other {# leads to review}}', count)
    case 'leads_held':
      return t('Far more leads than usual: {number}', { number: format.number(item.count) })
    case 'leads_apart':
      return t('{count, plural, one {# lead so far looks forged} other {# leads so far look forged}}', count)
    case 'limit_given':
      return t(
        '{count, plural, one {It had no limit: now # lead a day. Check it.} other {It had no limit: now # leads a day. Check it.}}',
        count,
      )
    case 'bursts_reported':
      return t('{count, plural, one {# burst to void} other {# bursts to void}}', count)
    case 'shares_claimed':
      return t('{count, plural, one {# claim waiting} other {# claims waiting}}', count)
    case 'privacy_due':
      return t(
        '{count, plural, one {# request due within a week or overdue} other {# requests due within a week or overdue}}',
        count,
      )
    case 'limit_met':
      return t('Limit of {count, plural, one {# lead} other {# leads}} reached', count)
    case 'cap_met':
      return capMet(item, agencyId, t)
    case 'mail_records_broken':
      return t('A DNS record of your email’s domain is no longer right. See which.')
    case 'mail_stopped':
      return t(
        '{count, plural, one {# address gets no emails. See why.} other {# addresses get no emails. See why.}}',
        count,
      )
    case 'funds_empty':
      return t('New leads stop until the balance is topped up.')
    case 'campaign_silent':
      return t('Its pixel has stopped reporting.')
    case 'remove_by_hand':
      return t('{count, plural, one {# person to remove} other {# people to remove}}', count)
    default:
      return ''
  }
}
