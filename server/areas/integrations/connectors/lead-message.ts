import type { Text } from '#i18n/arabic.ts'
import { suggestedContact } from '#contract/leads/lead.ts'
import { nameOfField, sendableFields, type IntegrationDetails } from '#contract/integrations/services.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'
import type { ChannelMessage } from './channel-message.ts'
import { valueOf } from './map-fields.ts'
import type { Reader, SentLead } from './service.ts'

/** For a test, which nobody was waiting for. */
export const anyReader: Reader = { language: 'en' }

/** What a message tells if no fields are chosen: who, where and which page. */
const usualFields = ['first_name', 'last_name', 'city', 'state', 'page_url']
/** Those in the title; the others are facts. */
const titleFields: ReadonlySet<string> = new Set(['first_name', 'last_name', 'city', 'state'])

const longestValue = 300
const longestMessage = 6_000

/** Without signs that reorder or hide what follows them: visitors choose some of these texts. */
const cleanText = (text: string, longest: number): string =>
  text
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')

type Chosen = NonNullable<IntegrationDetails['fields']>
const chosenOf = (fields: Chosen): Chosen =>
  fields.length > 0 ? fields : usualFields.map((field) => ({ lead: field, target: field }))

/** Nothing about the person besides the chosen fields, and the link, which only opens for whoever may see the lead. */
export async function leadMessage(
  lead: SentLead,
  { fields = [] }: IntegrationDetails,
  { language, url }: Reader,
): Promise<ChannelMessage> {
  const say = await translatorOf(language)
  const chosenFields = chosenOf(fields)
  const valueIn = (field: string): string =>
    chosenFields.some((one) => one.lead === field) ? cleanText(valueOf(lead, field), 100) : ''
  return {
    title: titleOf(lead, say, {
      name: `${valueIn('first_name')} ${valueIn('last_name')}`.trim(),
      place: [valueIn('city'), valueIn('state')].filter(Boolean).join(', '),
      campaign: cleanText(lead.campaignName, 100),
    }),
    facts: [
      ...(lead.note ? [{ label: say('Note'), value: say(suggestedContact) }] : []),
      ...factsOf(lead, chosenFields, fields.length === 0, say),
    ],
    link: url === undefined ? undefined : { label: say('Open lead'), url },
    isRightToLeft: language === 'ar',
  }
}

function titleOf(
  { kind }: SentLead,
  say: Translate,
  { name, place, campaign }: Record<'name' | 'place' | 'campaign', string>,
): string {
  if (kind === 'test') return say('Test lead: {campaign}', { campaign })
  if (name !== '' && place !== '') return say('New lead: {name} ({place})', { name, place })
  if (name !== '') return say('New lead: {name}', { name })
  return campaign === '' ? say('New lead') : say('New lead: {campaign}', { campaign })
}

function factsOf(lead: SentLead, fields: Chosen, isUsual: boolean, say: Translate): { label: string; value: string }[] {
  const facts: { label: string; value: string }[] = []
  let length = 0
  for (const { lead: field, target, fallback = '' } of fields) {
    if (isUsual && titleFields.has(field)) continue
    const value = cleanText(valueOf(lead, field) || fallback, longestValue)
    // A field that was not given a name has its own, in the reader's language.
    const label = sendableFields.includes(target) ? say(nameOfField(target) as Text) : cleanText(target, 100)
    length += value.length + label.length
    if (value !== '' && length <= longestMessage) facts.push({ label, value })
  }
  return facts
}

/** For the preview, which is in no one's language: by the fields' own names. */
export const previewMessage = (
  lead: SentLead,
  { fields = [] }: IntegrationDetails,
): { target: string; value: string }[] =>
  chosenOf(fields)
    .map(({ lead: field, target, fallback = '' }) => ({
      target,
      value: cleanText(valueOf(lead, field) || fallback, longestValue),
    }))
    .filter(({ value }) => value !== '')
