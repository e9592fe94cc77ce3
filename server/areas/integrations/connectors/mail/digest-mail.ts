import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import { layOutMail, type StoredMail, type MailSender } from '#server/areas/mails/lay-out-mail.ts'
import type { DigestToCompose } from '../connector.ts'
import { noteIn, searchesIn, timeIn } from './lead-mail.ts'

/** The hourly, daily or weekly email to report recipients, one line per lead, in the agency's brand. */
export function composeDigestMail(sender: MailSender, digest: Omit<DigestToCompose, 'sender'>): StoredMail {
  const { events, timeZone, language, url, say } = digest
  const campaign = events[0]!.data.campaignName
  return layOutMail(
    sender,
    {
      title: say('New leads ({count}): {campaign}', { count: String(events.length), campaign }),
      paragraphs: [say('Leads since the last email, oldest first. Times are in {zone}.', { zone: timeZone })],
      facts: events.map(({ data }) => [timeIn(timeZone, data.created_at, language), lineOf(data, digest)]),
      ...(url && { button: { label: say('Open leads'), url } }),
    },
    language,
  )
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
