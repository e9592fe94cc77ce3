import type { LeadDetail, VisitRow } from '#contract/leads/lead.ts'
import { reasonTable } from '#contract/leads/reasons.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

const keyNames = {
  md5: msg('Email'),
  sha1: msg('Email'),
  sha256: msg('Email'),
  cookie: msg('Cookie'),
  signal: msg('Search'),
  company: msg('Company'),
} as const

/** Short names for narrow columns. */
export const matchKeyName = (key: keyof typeof keyNames): Text => keyNames[key]

/** A conversion marks its person before it is evaluated, so reason `converted` means this one, not an earlier one. */
const conversionWords = {
  title: msg('Conversion'),
  hint: msg('The conversion itself. From here on, the client knows the person.'),
  tone: 'ok',
} as const

/** A conversion that counted, making its person a customer. */
export const isConversion = ({ kind, reason }: Pick<VisitRow, 'kind' | 'reason'>): boolean =>
  kind === 'conversion' && reason === 'converted'

/** Why no visits of a lead are shown. */
export const noVisits = ({ kind }: Pick<LeadDetail, 'kind'>): Text =>
  kind === 'test' ? msg('A test lead has no visits.') : msg('Visits are removed after 90 days.')

/** Why a visit did or did not become a lead. */
export function wordsOfVisit(visit: Pick<VisitRow, 'cap_of' | 'kind' | 'reason'>): {
  title: Text
  hint: Text
  tone: Tone
} {
  if (isConversion(visit)) return conversionWords
  const words = reasonTable[visit.reason]
  return visit.cap_of ? { ...words, hint: capHints[visit.cap_of] } : words
}

const capHints = {
  campaign: msg('One more lead would have exceeded the campaign’s monthly spend cap.'),
  client: msg('One more lead would have exceeded the client’s monthly spend cap.'),
  agency: msg('One more lead would have exceeded the agency’s monthly spend cap.'),
}
