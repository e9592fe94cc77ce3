import type { Language } from '#contract/core/language.ts'
import { informationInOrder } from '#contract/identity/advance-information.ts'
import { informationInArabic } from '#contract/identity/information-in-arabic.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import { suggestedContact } from '#contract/leads/lead.ts'
import { isolated } from '#server/platform/isolated.ts'
import { layOutMail, type StoredMail, type MailSender } from '#server/areas/mails/lay-out-mail.ts'

/** The lead's page, its campaign's time zone and the recipients' language. */
interface LeadContext {
  /** Undefined for an agency without its own host. */
  url: string | undefined
  timeZone: string
  language: Language
}

type Lead = LeadEvent['data']
type Word =
  | 'lead'
  | 'test'
  | 'suggested'
  | 'suggestedContact'
  | 'note'
  | 'name'
  | 'email'
  | 'phone'
  | 'address'
  | 'page'
  | 'searched'
  | 'time'
  | 'open'

const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  en: {
    lead: 'New lead',
    test: 'Test lead',
    suggested: 'Suggested contact',
    suggestedContact,
    note: 'Note',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    address: 'Address',
    page: 'Page',
    searched: 'Searched for',
    time: 'Time',
    open: 'Open lead',
  },
  ar: {
    lead: 'عميل محتمل جديد',
    test: 'عميل محتمل تجريبي',
    suggested: 'جهة اتصال مقترحة',
    suggestedContact: 'جهة اتصال مقترحة في شركة زائرة',
    note: 'ملاحظة',
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    phone: 'الهاتف',
    address: 'العنوان',
    page: 'الصفحة',
    searched: 'بحث عن',
    time: 'الوقت',
    open: 'افتح العميل المحتمل',
  },
}

/** The email to the report recipients about one lead, in the agency's brand and the recipients' language. */
export function composeLeadMail(sender: MailSender, lead: Lead, context: LeadContext): StoredMail {
  const { url, timeZone, language } = context
  const say = words[language]
  const zone = isolated(`(${timeZone})`, language)
  return layOutMail(
    sender,
    {
      title: `${say[titleOf(lead)]}: ${isolated(lead.campaignName, language)}`,
      facts: [
        [say.note, noteIn(lead, language)],
        [say.name, `${lead.first_name} ${lead.last_name}`],
        [say.email, lead.email],
        [say.phone, lead.phone],
        [say.address, [lead.street, lead.city, `${lead.state} ${lead.zip}`.trim()].filter(Boolean).join(', ')],
        ...informationIn(lead, language),
        [say.searched, searchesIn(lead, language)],
        [say.page, lead.page_url],
        [say.time, `${timeIn(timeZone, lead.created_at, language)} ${zone}`],
      ],
      ...(url && { button: { label: say.open, url } }),
    },
    language,
  )
}

const titleOf = ({ kind, note }: Lead): Word => (kind === 'test' ? 'test' : note ? 'suggested' : 'lead')

/** A note about the lead in the recipients' language; empty for most. */
export const noteIn = ({ note }: Lead, language: Language): string => (note ? words[language].suggestedContact : '')

/** What the person searched for; empty for a visit. */
export const searchesIn = ({ searched_for: phrases = [] }: Lead, language: Language): string =>
  phrases.map((phrase) => isolated(phrase, language)).join(' · ')

/** Additional information about the person. Values are as imported. */
const informationIn = ({ information = {} }: Lead, language: Language): [string, string][] =>
  informationInOrder(information).map(({ name, value }) => [nameIn(name, language), value])

const arabicNames: Readonly<Record<string, string>> = informationInArabic
const nameIn = (name: string, language: Language): string => (language === 'ar' ? (arabicNames[name] ?? name) : name)

/** In the campaign's time zone: "Jun 15, 2026, 7:00 AM". Emails get forwarded, so show the zone beside it. */
export function timeIn(timeZone: string, instant: string, language: Language): string {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-US'
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(instant)).replaceAll('\u202f', ' ')
}
