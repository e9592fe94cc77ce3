import type { Language } from '#contract/core/language.ts'
import { informationInOrder } from '#contract/identity/advance-information.ts'
import { writeSentLead, type LeadEvent } from '#contract/integrations/lead-event.ts'
import { suggestedContact } from '#contract/leads/lead.ts'
import { forLeadTexts } from '#contract/leads/lead-texts.ts'
import { isolate } from '#server/platform/isolated.ts'
import type { Translate } from '#server/platform/translate.ts'
import { layOutMail, type MailContent, type StoredMail, type MailSender } from '#server/areas/mails/lay-out-mail.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'
import { anyRecipient } from './recipient-mark.ts'

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
export const composeLeadMail = (sender: MailSender, lead: Lead, context: LeadContext): StoredMail =>
  layOutMail(sender, leadContent(lead, context), anyRecipient(sender, context))

function leadContent(lead: Lead, { url, timeZone, language, say }: LeadContext): MailContent {
  return {
    title: titleOf(lead, say),
    preheader: [lead.campaignName, lead.email, lead.phone].filter(Boolean).join(' · '),
    thread: `lead ${lead.id}`,
    facts: [
      [say('Note'), noteIn(lead, say)],
      [say('Name'), nameOf(lead)],
      [say('Email'), { email: lead.email }],
      [say('Phone'), { phone: lead.phone }],
      [say('Address'), [lead.street, lead.city, `${lead.state} ${lead.zip}`.trim()].filter(Boolean).join(', ')],
      ...informationIn(lead, say),
      [say('Searched for'), searchesIn(lead, language)],
      [say('Page'), { url: lead.page_url }],
      [say('Campaign'), lead.campaignName],
      [say('Time'), { at_ms: Date.parse(lead.created_at), timeZone }],
    ],
    ...(url && { button: { label: say('Open lead'), url } }),
  }
}

const nameOf = ({ first_name, last_name }: Lead): string => `${first_name} ${last_name}`.trim()

/** Who it is and what they did, so that a list of mails is a list of leads. */
function titleOf(lead: Lead, say: Translate): string {
  const { campaignName: campaign } = lead
  if (lead.kind === 'test') return say('Test lead: {campaign}', { campaign })
  const { who, phrase, page } = wordsOf(lead)
  if (!who) return say('New lead: {campaign}', { campaign })
  if (lead.note) return say('Suggested contact: {who}', { who })
  if (phrase) return say('{who} searched for {phrase}', { who, phrase })
  return page ? say('{who} visited {page}', { who, page }) : say('New lead: {campaign}', { campaign: who })
}

function wordsOf(lead: Lead): Record<'who' | 'phrase' | 'page', string> {
  const { city, state, page_url, searched_for: phrases = [] } = lead
  const place = [city, state].filter(Boolean).join(', ')
  const name = nameOf(lead) || lead.email || lead.phone
  return {
    who: shorten(place === '' || name === '' ? name : `${name} (${place})`, 80),
    phrase: shorten(phrases[0] ?? '', 50),
    page: shorten(URL.canParse(page_url) ? new URL(page_url).pathname : '', 50),
  }
}

/** What visitors typed could turn the direction of the whole subject. */
const shorten = (text: string, most: number): string => {
  const plainText = text.replaceAll(/[\u202a-\u202e]/g, '')
  return plainText.length > most ? `${plainText.slice(0, most - 1)}…` : plainText
}

/** A note about the lead in the recipients' language; empty for most. */
export const noteIn = ({ note }: Lead, say: Translate): string => (note ? say(suggestedContact) : '')

/** What the person searched for; empty for a visit. */
export const searchesIn = ({ searched_for: phrases = [] }: Lead, language: Language): string =>
  phrases.map((phrase) => isolate(phrase, language)).join(' · ')

/** Additional information about the person. Values are as imported. */
const informationIn = ({ information = {} }: Lead, say: Translate): [string, string][] =>
  informationInOrder(information).map(({ name, value }) => [say(name), value])

/** An invented lead. */
export const sampleLead: Lead = writeSentLead({
  ...forLeadTexts(() => ''),
  id: '0190f5fe-7c00-7000-8000-000000000001',
  kind: 'lead',
  created_at: new Date(fiction.at_ms).toISOString(),
  campaignId: '0190f5fe-7c00-7000-8000-000000000002',
  campaignName: fiction.campaign,
  first_name: 'Paisley',
  last_name: 'Powell',
  email: 'paisley.powell@example.com',
  phone: '+12025550143',
  street: '8 Mill Road',
  city: 'Poynette',
  state: 'WI',
  zip: '53955',
  page_url: 'https://www.example.com/prices',
  match_key: 'md5',
  confidence: 0.98,
})

/** With invented data. */
export const samples: MailSamples = {
  lead: {
    kind: 'leads',
    write: (say, language, { url }) =>
      leadContent(sampleLead, { url: url('/'), timeZone: 'America/Chicago', language, say }),
  },
}
