import type { Language } from '#contract/core/language.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import { layOutMail, type MailContent, type StoredMail, type MailSender } from '#server/areas/mails/lay-out-mail.ts'
import type { DigestToCompose } from '../connector.ts'
import { noteIn, sampleLead, searchesIn } from './lead-mail.ts'
import { anyRecipient } from './recipient-mark.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'

/** The hourly, daily or weekly email to report recipients, one line per lead, in the agency's brand. */
export const composeDigestMail = (sender: MailSender, digest: Omit<DigestToCompose, 'sender'>): StoredMail =>
  layOutMail(sender, digestContent(digest), anyRecipient(sender, digest))

function digestContent(digest: Omit<DigestToCompose, 'sender'>): MailContent {
  const { events, timeZone, language, url, say } = digest
  const campaign = events[0]!.data.campaignName
  return {
    title: say('New leads ({count}): {campaign}', { count: String(events.length), campaign }),
    paragraphs: [say('Leads since the last email, oldest first. Times are in {zone}.', { zone: timeZone })],
    facts: events.map(({ data }) => [timeIn(timeZone, data.created_at, language), lineOf(data, digest)]),
    ...(url && { button: { label: say('Open leads'), url } }),
  }
}

/** In the campaign's time zone: "Jun 15, 2026, 7:00 AM". */
function timeIn(timeZone: string, instant: string, language: Language): string {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-US'
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(instant)).replaceAll('\u202f', ' ')
}

/** Name, contact data and searches; unknown or hidden values are left out. */
const lineOf = (lead: LeadEvent['data'], { language, say }: Pick<DigestToCompose, 'language' | 'say'>): string =>
  [
    `${lead.first_name} ${lead.last_name}`.trim(),
    lead.email,
    lead.phone,
    [lead.street, lead.city, `${lead.state} ${lead.zip}`.trim()].filter(Boolean).join(', '),
    noteIn(lead, say),
    searchesIn(lead, language),
  ]
    .filter(Boolean)
    .join(' · ')

/** With invented data. */
export const samples: MailSamples = {
  leads: {
    kind: 'leads',
    write: (say, language, { url }) =>
      digestContent({
        events: [1, 2, 3].map(() => ({ type: 'lead.created', timestamp: sampleLead.created_at, data: sampleLead })),
        url: url('/'),
        timeZone: 'America/Chicago',
        language,
        say,
      }),
  },
}
