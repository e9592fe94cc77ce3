import type { Reason } from './reasons.ts'

/**
 * What a lead has passed, stage by stage, in the words of the lead's page. The reason is the one that the visit would
 * have ended with.
 */
export const stageNames = {
  host_not_allowed: 'The page belongs to the campaign’s site',
  no_origin: 'Sent by a web browser',
  bot: 'No known bot',
  datacentre: 'Not from a data center',
  privacy_gpc: 'No privacy signal',
  no_key: 'Something to recognize the visitor by',
  no_contact: 'A contact at the company meets the profile',
  no_match: 'The person is known',
  opted_out: 'Not opted out',
  region_forbidden: 'Lives where people may be identified',
  negative_keyword: 'Holds no negative keyword',
  search_too_old: 'Searched within the window',
  too_few_searches: 'Searched often enough',
  record_old: 'Lately verified',
  too_little_known: 'Enough is known',
  no_employer: 'The employer is known',
  company_excluded: 'Company not excluded',
  profile_missed: 'Meets the customer profile',
  company_calm: 'The company is in surge',
  email_missing: 'Email address',
  phone_missing: 'Phone number',
  address_missing: 'Home address',
  outside_target: 'Lives in the target area',
  outside_audience: 'In the audiences of the campaign',
  excluded_root: 'Not excluded by the platform',
  excluded_agency: 'Not excluded by the agency',
  excluded_client: 'Not excluded by the client',
  excluded_campaign: 'Not excluded by the campaign',
  converted: 'Not converted yet',
  returning: 'No lead within the re-identification window',
  company_returning: 'No lead of this company within its window',
  not_started: 'The campaign had started',
  ended: 'The campaign had not ended',
  not_active: 'The campaign was active',
  limit_reached: 'Within the limit',
  held: 'No unusual number of leads',
  no_funds: 'Funds were available',
} as const satisfies Partial<Record<Reason, string>>

export type StageReason = keyof typeof stageNames

/** With what a stage was compared, in sentences whose values follow by name; shown translated. */
export const stageDetails = {
  value: '{value}',
  not_required: 'Not required by the campaign',
  no_region_rule: 'People may be identified in every state',
  region_allowed: '{home}. Nobody is identified in {list}.',
  national: 'The campaign takes the whole country',
  area: '{home}, one of {list}',
  area_of_many: '{home}, one of {list} and {more} more',
  any_audience: 'The campaign asks for no audience',
  in_audience: 'In at least one of: {list}',
  in_no_audience: 'In none of: {list}',
  in_and_in_no_audience: 'In at least one of: {list}. In none of: {without}',
  first_lead: 'Window: {window}. No lead of this person before.',
  later_lead: 'Window: {window}. The last lead of this person was on {last}.',
  first_lead_across: 'Window: {window}, over all campaigns of the client. No lead of this person before.',
  later_lead_across: 'Window: {window}, over all campaigns of the client. The last lead of this person was on {last}.',
  since: 'Visit on {day}, start on {start} ({zone})',
  until: 'Visit on {day}, end on {end} ({zone})',
  no_end: 'The campaign has no end date',
  no_limit: 'The campaign has no limit',
  limit_day: 'Number {used} of {limit} a day',
  limit_week: 'Number {used} of {limit} a week',
  limit_month: 'Number {used} of {limit} a month',
  searched: '{phrases} (window in days: {days})',
  searches: 'Number of searches: {count}, required: {least}',
  verified_within: 'Verified within {days} days before the search',
  rules_required: 'Rules that must be met: {least} of {count}',
  surge_required: 'At least {percent}% of the company’s usual week',
  kinds_known: 'Kinds of information required: {least}',
  limit_total: 'Number {used} of {limit} in total',
} as const

export type StageDetail = keyof typeof stageDetails
