import type { Module } from '../campaigns/modules.ts'
import type { ReasonGroup } from './reason-groups.ts'

interface ReasonRow {
  /** Two or three words, for screens and files. */
  title: string
  /** The stage as named on the page of a lead that passed it; absent for stages that are not shown there. */
  passed?: string
  /** Explains it to users who wonder why there is no lead. */
  hint: string
  tone: 'ok' | 'warn' | 'bad' | 'info' | 'plain'
  /** Where it is counted when reasons are summed up. */
  group: ReasonGroup
  /** Only these modules have the stage; absent if all have it. */
  modules?: readonly Module[]
  /** Visits can end with it, searches cannot. */
  onlyVisits?: true
  /** Such a hit is only counted; nothing else about it is stored. */
  isCountedOnly?: true
}

const forPrivacy = { tone: 'plain', group: 'privacy', onlyVisits: true, isCountedOnly: true } as const

/**
 * Where a visit ended on its way to a lead, in the order of the stages: the first stage that stops it is stored with the
 * visit, so that the screen can explain why there is no lead. A row is all that a reason needs besides the code that
 * stops the visit; the Arabic of its texts is in `i18n/ar/reasons.ts`.
 */
export const reasonTable = {
  host_not_allowed: {
    title: 'Other website',
    passed: 'The page belongs to the campaign’s site',
    hint: 'The pixel ran on a website that isn’t part of the campaign.',
    tone: 'warn',
    group: 'unidentified',
    onlyVisits: true,
  },
  no_origin: {
    title: 'Not sent by a browser',
    passed: 'Sent by a web browser',
    hint: 'The visit didn’t say which page it came from, as every web browser does: usually a program, not a person.',
    tone: 'bad',
    group: 'unidentified',
    onlyVisits: true,
  },
  bot: {
    title: 'Bot',
    passed: 'Not a known bot',
    hint: 'A program that browses by itself, such as a search engine.',
    tone: 'plain',
    group: 'unidentified',
    onlyVisits: true,
  },
  datacentre: {
    title: 'Sent by a server',
    passed: 'Not sent by a server',
    hint: 'The visit came from a data center, not from a home or an office: usually a program, not a person.',
    tone: 'plain',
    group: 'unidentified',
    onlyVisits: true,
  },
  privacy_gpc: {
    title: 'Global Privacy Control',
    passed: 'No privacy signal',
    hint: 'The browser asks not to be identified. Counted only; nothing is stored.',
    ...forPrivacy,
  },
  privacy_opt_out: {
    title: 'Opted out on the site',
    hint: 'Counted only; nothing is stored.',
    ...forPrivacy,
  },
  privacy_consent: {
    title: 'Consent refused',
    hint: 'Counted only; nothing is stored.',
    ...forPrivacy,
  },
  privacy_region: {
    title: 'Country without identification',
    hint: 'The visitor’s address belongs to the EU, the EEA, the United Kingdom or Switzerland, or to a country that your region rules name. Counted only; nothing is stored.',
    ...forPrivacy,
  },
  page_sensitive: {
    title: 'Sensitive page',
    hint: 'The page is about health, religion, children, sex life, money trouble or a precise place: nobody is identified there. Counted only; nothing is stored.',
    ...forPrivacy,
  },
  ip_excluded: {
    title: 'Excluded address',
    hint: 'The campaign excludes this IP address. Counted only; nothing is stored.',
    tone: 'plain',
    group: 'rules',
    onlyVisits: true,
    isCountedOnly: true,
  },
  no_key: {
    title: 'Anonymous visitor',
    passed: 'The visitor could be recognized',
    hint: 'The visitor came without an email address from a form, a login or an email link, and this browser was not recognized before.',
    tone: 'plain',
    group: 'unidentified',
    onlyVisits: true,
  },
  no_contact: {
    title: 'No contact',
    passed: 'A contact at the company meets the profile',
    hint: 'A visitor from a known company, but no known contact there fits the customer profile.',
    tone: 'plain',
    group: 'unidentified',
    modules: ['b2b'],
  },
  no_match: {
    title: 'Unknown person',
    passed: 'The person is known',
    hint: 'The visitor’s email address isn’t in the identity data.',
    tone: 'plain',
    group: 'unidentified',
  },
  opted_out: {
    title: 'Opted out',
    passed: 'Not opted out',
    hint: 'The person opted out.',
    tone: 'plain',
    group: 'privacy',
  },
  region_forbidden: {
    title: 'Region without identification',
    passed: 'Lives where people may be identified',
    hint: 'Lives in a state where the agency doesn’t allow identification. Nothing is stored.',
    tone: 'plain',
    group: 'privacy',
  },
  page_excluded: {
    title: 'Page excluded',
    passed: 'On a page of the campaign',
    hint: 'The campaign excludes this page.',
    tone: 'warn',
    group: 'rules',
    modules: ['local'],
  },
  negative_keyword: {
    title: 'Negative keyword',
    passed: 'Has no negative keyword',
    hint: 'The search contains a keyword the campaign excludes.',
    tone: 'warn',
    group: 'rules',
    modules: ['locator', 'enhance'],
  },
  search_too_old: {
    title: 'Search too old',
    passed: 'Searched within the window',
    hint: 'The search is from before the campaign’s window.',
    tone: 'plain',
    group: 'rules',
    modules: ['locator', 'enhance'],
  },
  too_few_searches: {
    title: 'Too few searches',
    passed: 'Searched often enough',
    hint: 'The person has not searched often enough yet.',
    tone: 'plain',
    group: 'rules',
    modules: ['locator', 'enhance'],
  },
  record_old: {
    title: 'Not recently verified',
    passed: 'Recently verified',
    hint: 'The person’s record was last verified more than 90 days before the search.',
    tone: 'plain',
    group: 'rules',
    modules: ['enhance'],
  },
  too_little_known: {
    title: 'Too little information',
    passed: 'Enough information is known',
    hint: 'Less is known about the person than the campaign requires.',
    tone: 'plain',
    group: 'rules',
    modules: ['local', 'enhance'],
  },
  no_employer: {
    title: 'No employer',
    passed: 'The employer is known',
    hint: 'The person’s employer is unknown.',
    tone: 'plain',
    group: 'rules',
    modules: ['b2b'],
  },
  company_excluded: {
    title: 'Company excluded',
    passed: 'Company not excluded',
    hint: 'The campaign excludes the person’s company.',
    tone: 'plain',
    group: 'rules',
    modules: ['b2b'],
  },
  profile_missed: {
    title: 'Outside the profile',
    passed: 'Meets the customer profile',
    hint: 'The person’s job and company meet too few rules of the customer profile.',
    tone: 'warn',
    group: 'rules',
    modules: ['b2b'],
  },
  company_calm: {
    title: 'Company not surging',
    passed: 'The company is surging',
    hint: 'The campaign takes only surging companies, and this one visited no more than usual.',
    tone: 'plain',
    group: 'rules',
    modules: ['b2b'],
  },
  email_missing: {
    title: 'No email',
    passed: 'Email address',
    hint: 'The campaign requires an email address.',
    tone: 'warn',
    group: 'rules',
  },
  phone_missing: {
    title: 'No phone',
    passed: 'Phone number',
    hint: 'The campaign requires a phone number.',
    tone: 'warn',
    group: 'rules',
  },
  address_missing: {
    title: 'No address',
    passed: 'Home address',
    hint: 'The campaign requires a home address.',
    tone: 'warn',
    group: 'rules',
  },
  outside_target: {
    title: 'Outside target area',
    passed: 'Lives in the target area',
    hint: 'The home is outside the states or ZIP codes of the campaign.',
    tone: 'warn',
    group: 'rules',
  },
  outside_audience: {
    title: 'Outside the audiences',
    passed: 'In the audiences of the campaign',
    hint: 'The person isn’t in an included audience, or is in an excluded one.',
    tone: 'warn',
    group: 'rules',
  },
  excluded_root: {
    title: 'Excluded by the platform',
    passed: 'Not excluded by the platform',
    hint: 'On the platform’s exclusion list.',
    tone: 'plain',
    group: 'rules',
  },
  excluded_agency: {
    title: 'Excluded by the agency',
    passed: 'Not excluded by the agency',
    hint: 'On the agency’s exclusion list.',
    tone: 'plain',
    group: 'rules',
  },
  excluded_client: {
    title: 'Excluded by the client',
    passed: 'Not excluded by the client',
    hint: 'On the client’s exclusion list.',
    tone: 'plain',
    group: 'rules',
  },
  excluded_campaign: {
    title: 'Excluded by the campaign',
    passed: 'Not excluded by the campaign',
    hint: 'On the campaign’s exclusion list.',
    tone: 'plain',
    group: 'rules',
  },
  no_earlier_visit: {
    title: 'No earlier visit',
    hint: 'A conversion counts only after the same person visited the site.',
    tone: 'warn',
    group: 'rules',
    onlyVisits: true,
  },
  converted: {
    title: 'Already a customer',
    passed: 'Not converted yet',
    hint: 'The person has converted; the client knows them.',
    tone: 'info',
    group: 'known',
    onlyVisits: true,
  },
  returning: {
    title: 'Returning visitor',
    passed: 'No lead within the re-identification window',
    hint: 'Already a lead. Repeat visits within the window are free.',
    tone: 'info',
    group: 'known',
  },
  company_returning: {
    title: 'Company already a lead',
    passed: 'No lead from this company within the window',
    hint: 'The campaign takes one lead per company within its window, and already has one from this company.',
    tone: 'info',
    group: 'known',
    modules: ['b2b'],
  },
  not_started: {
    title: 'Not started',
    passed: 'The campaign had started',
    hint: 'The campaign hadn’t started on that day.',
    tone: 'warn',
    group: 'rules',
  },
  ended: {
    title: 'Ended',
    passed: 'The campaign had not ended',
    hint: 'The campaign had ended by that day.',
    tone: 'warn',
    group: 'rules',
  },
  not_active: {
    title: 'Not active',
    passed: 'The campaign was active',
    hint: 'The campaign was paused or not started.',
    tone: 'warn',
    group: 'rules',
  },
  outside_hours: {
    title: 'Outside campaign hours',
    passed: 'Within the hours of the campaign',
    hint: 'The campaign isn’t active on that day or at that hour.',
    tone: 'warn',
    group: 'rules',
  },
  limit_reached: {
    title: 'Limit reached',
    passed: 'Within the limit',
    hint: 'The campaign reached its limit for this period.',
    tone: 'warn',
    group: 'limits',
  },
  cap_reached: {
    title: 'Spend cap reached',
    passed: 'Within the monthly spend cap',
    hint: 'One more lead would have exceeded a monthly spend cap: the campaign’s or one above it.',
    tone: 'warn',
    group: 'limits',
  },
  paced: {
    title: 'Ahead of pace',
    passed: 'Within the day’s pace',
    hint: 'The campaign spreads its leads over the day and had as many as were due.',
    tone: 'warn',
    group: 'limits',
  },
  held: {
    title: 'Held',
    passed: 'No unusual number of leads',
    hint: 'The campaign generated far more leads than usual. Release its leads, and the person’s next visit can become one.',
    tone: 'warn',
    group: 'limits',
  },
  no_funds: {
    title: 'No funds',
    passed: 'Funds were available',
    hint: 'There were no funds to pay for the lead, or a payment failed.',
    tone: 'bad',
    group: 'limits',
  },
  lead: { title: 'Lead', hint: 'The visit became a lead.', tone: 'ok', group: 'lead' },
} as const satisfies Record<string, ReasonRow>
export type Reason = keyof typeof reasonTable

/** A row as every reason has it, to read what only some have. */
const rowOf = (reason: Reason): ReasonRow => reasonTable[reason]

export const reasons = Object.keys(reasonTable) as [Reason, ...Reason[]]

/** Reasons of visits and searches that matched a person: whoever passes the stages before is known. */
export const matchedReasons: readonly Reason[] = reasons.slice(reasons.indexOf('no_match') + 1)

/** Hits with these reasons are only counted; nothing else about them is stored. */
export const countedOnly: readonly Reason[] = reasons.filter((reason) => rowOf(reason).isCountedOnly)

/** The modules that have the stage; null if all have it. */
export const modulesOfReason = (reason: Reason): readonly Module[] | null => rowOf(reason).modules ?? null

/** Those with which the events of a module can end. */
export const reasonsOfModule = (module: Module, source: 'visits' | 'signals'): Reason[] =>
  reasons.filter(
    (reason) =>
      (modulesOfReason(reason)?.includes(module) ?? true) && (source === 'visits' || !rowOf(reason).onlyVisits),
  )

/** How the page of a lead that passed a stage names it; null for stages that are not shown there. */
export const passedStage = (reason: Reason): string | null => rowOf(reason).passed ?? null
