import type { Language } from '#contract/core/language.ts'
import { informationInOrder } from '#contract/identity/advance-information.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import { layOutMail, type KeptMail, type MailSender } from '#server/platform/mail-layout.ts'

/** Where a lead is looked at, and in whose days and hours its campaign runs. */
interface LeadPlace {
  /** Undefined for an agency without a host of its own. */
  url: string | undefined
  timeZone: string
}

/** Tells the report recipients about one lead, in the brand of the agency and of nobody else. */
export function composeLeadMail(sender: MailSender, lead: LeadEvent['data'], { url, timeZone }: LeadPlace): KeptMail {
  return layOutMail(sender, {
    title: `${titleOf(lead)}: ${lead.campaignName}`,
    facts: [
      ['Note', lead.note ?? ''],
      ['Name', `${lead.first_name} ${lead.last_name}`],
      ['E-mail', lead.email],
      ['Phone', lead.phone],
      ['Address', [lead.street, lead.city, `${lead.state} ${lead.zip}`.trim()].filter(Boolean).join(', ')],
      ...informationInOrder(lead.information ?? {}).map(({ name, value }): [string, string] => [name, value]),
      ['Page', lead.page_url],
      ['Time', `${timeIn(timeZone, lead.created_at)} (${timeZone})`],
    ],
    ...(url && { button: { label: 'Open lead', url } }),
  })
}

const titleOf = ({ kind, note }: LeadEvent['data']): string =>
  kind === 'test' ? 'Test lead' : note ? 'Suggested contact' : 'New lead'

/** By the campaign's clock: "Jun 15, 2026, 7:00 AM". Mails travel, so name the zone beside it. */
export function timeIn(timeZone: string, instant: string, language: Language = 'en'): string {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-US'
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(instant)).replaceAll('\u202f', ' ')
}

/** A title and named facts in the agency's brand; facts without a value are left out. */
export const composeNotice = (sender: MailSender, title: string, facts: [string, string][]): KeptMail =>
  layOutMail(sender, { title, facts })
