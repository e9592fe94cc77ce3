import type { Language } from '#contract/core/language.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import { isolated } from '#server/platform/isolated.ts'
import { layOutMail, type StoredMail, type MailSender } from '#server/areas/mails/lay-out-mail.ts'
import type { DigestToCompose } from '../connector.ts'
import { noteIn, searchesIn, timeIn } from './lead-mail.ts'

type Word = 'title' | 'intro' | 'open'

/** The texts of an email with several leads. */
const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  en: {
    title: 'New leads ({count}): {campaign}',
    intro: 'Leads since the last email, oldest first. Times are in {zone}.',
    open: 'Open leads',
  },
  ar: {
    title: 'عملاء محتملون جدد ({count}): {campaign}',
    intro: 'وصل هؤلاء العملاء المحتملون منذ الرسالة الأخيرة، الأقدم أولًا. الأوقات بتوقيت {zone}.',
    open: 'افتح العملاء المحتملين',
  },
}

/** The hourly, daily or weekly email to report recipients, one line per lead, in the agency's brand. */
export function composeDigestMail(sender: MailSender, digest: Omit<DigestToCompose, 'sender'>): StoredMail {
  const { events, timeZone, language, url } = digest
  const say = words[language]
  const fill = (text: string, values: Readonly<Record<string, string>>): string =>
    text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => isolated(values[name] ?? '', language))
  const campaign = events[0]!.data.campaignName
  return layOutMail(
    sender,
    {
      title: fill(say.title, { count: String(events.length), campaign }),
      paragraphs: [fill(say.intro, { zone: timeZone })],
      facts: events.map(({ data }) => [timeIn(timeZone, data.created_at, language), lineOf(data, language)]),
      ...(url && { button: { label: say.open, url } }),
    },
    language,
  )
}

/** Name, contact data and searches; unknown or hidden values are left out. */
const lineOf = (lead: LeadEvent['data'], language: Language): string =>
  [
    `${lead.first_name} ${lead.last_name}`.trim(),
    lead.email,
    lead.phone,
    [lead.street, lead.city, `${lead.state} ${lead.zip}`.trim()].filter(Boolean).join(', '),
    noteIn(lead, language),
    searchesIn(lead, language),
  ]
    .filter(Boolean)
    .join(' · ')
