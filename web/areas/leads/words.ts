import type { LeadDetail, LeadRow, VisitRow } from '#contract/leads/lead.ts'
import { reasonTitles } from '#contract/leads/reason-titles.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

const keyTexts = {
  md5: msg('Email hash (MD5) from the page or the site'),
  sha1: msg('Email hash (SHA-1) from the page or the site'),
  sha256: msg('Email hash (SHA-256) from the page or the site'),
  cookie: msg('Cookie that was linked to this person on an earlier visit'),
  signal: msg('Search of this person in the identity data'),
  company: msg('IP range of the visiting company'),
} as const

export const matchKeyText = (key: LeadRow['match_key']): Text => (key ? keyTexts[key] : msg('Created manually'))

const keyNames = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  cookie: msg('Cookie'),
  signal: msg('Search'),
  company: msg('Company'),
} as const

/** Short names for narrow columns. */
export const matchKeyName = (key: keyof typeof keyNames): Text => keyNames[key]

/** Each reason, explained for users who wonder why there is no lead. */
export const reasonTexts: Record<Reason, { title: Text; hint: Text; tone: Tone }> = {
  lead: { title: reasonTitles.lead, hint: msg('The visit became a lead.'), tone: 'ok' },
  returning: {
    title: reasonTitles.returning,
    hint: msg('Already a lead. Repeat visits within the window are free.'),
    tone: 'info',
  },
  host_not_allowed: {
    title: reasonTitles.host_not_allowed,
    hint: msg('The pixel was used on a host that isn’t part of the campaign.'),
    tone: 'warn',
  },
  no_origin: {
    title: reasonTitles.no_origin,
    hint: msg('The hit had no origin page, which every web browser sends.'),
    tone: 'bad',
  },
  bot: { title: reasonTitles.bot, hint: msg('Known bot or headless browser.'), tone: 'plain' },
  datacentre: {
    title: reasonTitles.datacentre,
    hint: msg('The address belongs to a data center, not to a home or office.'),
    tone: 'plain',
  },
  privacy_gpc: {
    title: reasonTitles.privacy_gpc,
    hint: msg('The browser asks not to be identified. Counted only; nothing is stored.'),
    tone: 'plain',
  },
  privacy_opt_out: {
    title: reasonTitles.privacy_opt_out,
    hint: msg('Counted only; nothing is stored.'),
    tone: 'plain',
  },
  privacy_consent: {
    title: reasonTitles.privacy_consent,
    hint: msg('Counted only; nothing is stored.'),
    tone: 'plain',
  },
  ip_excluded: {
    title: reasonTitles.ip_excluded,
    hint: msg('The campaign excludes this IP address. Counted only; nothing is stored.'),
    tone: 'plain',
  },
  no_key: {
    title: reasonTitles.no_key,
    hint: msg('The visit carried no email hash or known cookie.'),
    tone: 'plain',
  },
  no_contact: {
    title: reasonTitles.no_contact,
    hint: msg('A visitor from a known company, but no known contact there fits the customer profile.'),
    tone: 'plain',
  },
  no_match: {
    title: reasonTitles.no_match,
    hint: msg('No match in the identity data.'),
    tone: 'plain',
  },
  opted_out: { title: reasonTitles.opted_out, hint: msg('The person opted out.'), tone: 'plain' },
  region_forbidden: {
    title: reasonTitles.region_forbidden,
    hint: msg('Lives in a state where the agency doesn’t allow identification. Nothing is stored.'),
    tone: 'plain',
  },
  page_excluded: {
    title: reasonTitles.page_excluded,
    hint: msg('The campaign excludes this page.'),
    tone: 'warn',
  },
  negative_keyword: {
    title: reasonTitles.negative_keyword,
    hint: msg('The search contains a keyword the campaign excludes.'),
    tone: 'warn',
  },
  search_too_old: {
    title: reasonTitles.search_too_old,
    hint: msg('The search is from before the campaign’s window.'),
    tone: 'plain',
  },
  too_few_searches: {
    title: reasonTitles.too_few_searches,
    hint: msg('The person has not searched often enough yet.'),
    tone: 'plain',
  },
  record_old: {
    title: reasonTitles.record_old,
    hint: msg('The person’s record was last verified more than 90 days before the search.'),
    tone: 'plain',
  },
  too_little_known: {
    title: reasonTitles.too_little_known,
    hint: msg('Less is known about the person than the campaign requires.'),
    tone: 'plain',
  },
  no_employer: {
    title: reasonTitles.no_employer,
    hint: msg('The person’s employer is unknown.'),
    tone: 'plain',
  },
  company_excluded: {
    title: reasonTitles.company_excluded,
    hint: msg('The campaign excludes the person’s company.'),
    tone: 'plain',
  },
  profile_missed: {
    title: reasonTitles.profile_missed,
    hint: msg('The person’s job and company meet too few rules of the customer profile.'),
    tone: 'warn',
  },
  company_calm: {
    title: reasonTitles.company_calm,
    hint: msg('The campaign takes only surging companies, and this one visited no more than usual.'),
    tone: 'plain',
  },
  email_missing: {
    title: reasonTitles.email_missing,
    hint: msg('The campaign requires an email address.'),
    tone: 'warn',
  },
  phone_missing: {
    title: reasonTitles.phone_missing,
    hint: msg('The campaign requires a phone number.'),
    tone: 'warn',
  },
  address_missing: {
    title: reasonTitles.address_missing,
    hint: msg('The campaign requires a home address.'),
    tone: 'warn',
  },
  outside_target: {
    title: reasonTitles.outside_target,
    hint: msg('The home is outside the states or ZIP codes of the campaign.'),
    tone: 'warn',
  },
  outside_audience: {
    title: reasonTitles.outside_audience,
    hint: msg('The person isn’t in an included audience, or is in an excluded one.'),
    tone: 'warn',
  },
  excluded_root: {
    title: reasonTitles.excluded_root,
    hint: msg('On the platform’s exclusion list.'),
    tone: 'plain',
  },
  excluded_agency: {
    title: reasonTitles.excluded_agency,
    hint: msg('On the agency’s exclusion list.'),
    tone: 'plain',
  },
  excluded_client: {
    title: reasonTitles.excluded_client,
    hint: msg('On the client’s exclusion list.'),
    tone: 'plain',
  },
  excluded_campaign: {
    title: reasonTitles.excluded_campaign,
    hint: msg('On the campaign’s exclusion list.'),
    tone: 'plain',
  },
  no_earlier_visit: {
    title: reasonTitles.no_earlier_visit,
    hint: msg('A conversion counts only after the same person visited the site.'),
    tone: 'warn',
  },
  converted: {
    title: reasonTitles.converted,
    hint: msg('The person has converted; the client knows them.'),
    tone: 'info',
  },
  company_returning: {
    title: reasonTitles.company_returning,
    hint: msg('The campaign takes one lead per company within its window, and already has one from this company.'),
    tone: 'info',
  },
  not_started: { title: reasonTitles.not_started, hint: msg('The campaign hadn’t started on that day.'), tone: 'warn' },
  ended: { title: reasonTitles.ended, hint: msg('The campaign had ended by that day.'), tone: 'warn' },
  not_active: { title: reasonTitles.not_active, hint: msg('The campaign was paused or not started.'), tone: 'warn' },
  outside_hours: {
    title: reasonTitles.outside_hours,
    hint: msg('The campaign isn’t active on that day or at that hour.'),
    tone: 'warn',
  },
  limit_reached: {
    title: reasonTitles.limit_reached,
    hint: msg('The campaign reached its limit for this period.'),
    tone: 'warn',
  },
  cap_reached: {
    title: reasonTitles.cap_reached,
    hint: msg('One more lead would have exceeded a monthly spend cap: the campaign’s or one above it.'),
    tone: 'warn',
  },
  paced: {
    title: reasonTitles.paced,
    hint: msg('The campaign spreads its leads over the day and had as many as were due.'),
    tone: 'warn',
  },
  held: {
    title: reasonTitles.held,
    hint: msg(
      'The campaign generated far more leads than usual. Release its leads, and the person’s next visit can become one.',
    ),
    tone: 'warn',
  },
  no_funds: {
    title: reasonTitles.no_funds,
    hint: msg('There were no funds to pay for the lead, or a payment failed.'),
    tone: 'bad',
  },
}

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
export function wordsOfVisit(visit: Pick<VisitRow, 'cap_of' | 'kind' | 'reason'>): (typeof reasonTexts)[Reason] {
  if (isConversion(visit)) return conversionWords
  const words = reasonTexts[visit.reason]
  return visit.cap_of ? { ...words, hint: capHints[visit.cap_of] } : words
}

const capHints = {
  campaign: msg('One more lead would have exceeded the campaign’s monthly spend cap.'),
  client: msg('One more lead would have exceeded the client’s monthly spend cap.'),
  agency: msg('One more lead would have exceeded the agency’s monthly spend cap.'),
}
