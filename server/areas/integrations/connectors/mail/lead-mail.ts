import type { Language } from '#contract/core/language.ts'
import { informationInOrder } from '#contract/identity/advance-information.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import { suggestedContact } from '#contract/leads/lead.ts'
import { isolate } from '#server/platform/isolated.ts'
import type { Translate } from '#server/platform/translate.ts'
import { layOutMail, type StoredMail, type MailSender } from '#server/areas/mails/lay-out-mail.ts'

/** The lead's page, its campaign's time zone and the recipients' language. */
interface LeadContext {
  /** Undefined for an agency without its own host. */
  url: string | undefined
  timeZone: string
  language: Language
  say: Translate
}

type Lead = LeadEvent['data']

/** The email to the report recipients about one lead, in the agency's brand and the recipients' language. */
export function composeLeadMail(sender: MailSender, lead: Lead, context: LeadContext): StoredMail {
  const { url, timeZone, language, say } = context
  const zone = isolate(`(${timeZone})`, language)
  return layOutMail(
    sender,
    {
      title: titleOf(lead, say),
      facts: [
        [say('Note'), noteIn(lead, say)],
        [say('Name'), `${lead.first_name} ${lead.last_name}`],
        [say('Email'), lead.email],
        [say('Phone'), lead.phone],
        [say('Address'), [lead.street, lead.city, `${lead.state} ${lead.zip}`.trim()].filter(Boolean).join(', ')],
        ...informationIn(lead, say),
        [say('Searched for'), searchesIn(lead, language)],
        [say('Page'), lead.page_url],
        [say('Time'), `${timeIn(timeZone, lead.created_at, language)} ${zone}`],
      ],
      ...(url && { button: { label: say('Open lead'), url } }),
    },
    language,
  )
}

function titleOf({ kind, note, campaignName: campaign }: Lead, say: Translate): string {
  if (kind === 'test') return say('Test lead: {campaign}', { campaign })
  return note ? say('Suggested contact: {campaign}', { campaign }) : say('New lead: {campaign}', { campaign })
}

/** A note about the lead in the recipients' language; empty for most. */
export const noteIn = ({ note }: Lead, say: Translate): string => (note ? say(suggestedContact) : '')

/** What the person searched for; empty for a visit. */
export const searchesIn = ({ searched_for: phrases = [] }: Lead, language: Language): string =>
  phrases.map((phrase) => isolate(phrase, language)).join(' · ')

/** Additional information about the person. Values are as imported. */
const informationIn = ({ information = {} }: Lead, say: Translate): [string, string][] =>
  informationInOrder(information).map(({ name, value }) => [say(name), value])

/** In the campaign's time zone: "Jun 15, 2026, 7:00 AM". Emails get forwarded, so show the zone beside it. */
export function timeIn(timeZone: string, instant: string, language: Language): string {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-US'
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(instant)).replaceAll('\u202f', ' ')
}
