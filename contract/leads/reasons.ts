/**
 * Where a visit ended on its way to a lead, in the order of the stages: the first stage that stops it is stored with
 * the visit, so that the screen can explain why there is no lead.
 */
export const reasons = [
  'host_not_allowed',
  'no_origin',
  'bot',
  'datacentre',
  'privacy_gpc',
  'privacy_opt_out',
  'privacy_consent',
  'ip_excluded',
  'no_key',
  'no_contact',
  'no_match',
  'opted_out',
  'region_forbidden',
  'page_excluded',
  'negative_keyword',
  'search_too_old',
  'too_few_searches',
  'record_old',
  'too_little_known',
  'no_employer',
  'company_excluded',
  'profile_missed',
  'company_calm',
  'email_missing',
  'phone_missing',
  'address_missing',
  'outside_target',
  'outside_audience',
  'excluded_root',
  'excluded_agency',
  'excluded_client',
  'excluded_campaign',
  'no_earlier_visit',
  'converted',
  'returning',
  'company_returning',
  'not_started',
  'ended',
  'not_active',
  'outside_hours',
  'limit_reached',
  'cap_reached',
  'paced',
  'held',
  'no_funds',
  'lead',
] as const
export type Reason = (typeof reasons)[number]

/** Stages for searches only, verified people, people who must be well known, employers, and visits: all or by page. */
const onlySearches: readonly Reason[] = ['negative_keyword', 'search_too_old', 'too_few_searches']
const onlyVerified: readonly Reason[] = ['record_old']
const onlyKnown: readonly Reason[] = ['too_little_known']
const onlyEmployers: readonly Reason[] = [
  'no_contact',
  'no_employer',
  'company_excluded',
  'profile_missed',
  'company_calm',
  'company_returning',
]
const onlyPages: readonly Reason[] = ['page_excluded']
const onlyVisits: readonly Reason[] = [
  'host_not_allowed',
  'no_origin',
  'bot',
  'datacentre',
  'privacy_gpc',
  'privacy_opt_out',
  'privacy_consent',
  'ip_excluded',
  'no_key',
  'no_earlier_visit',
  'converted',
]

const ofSome = [onlySearches, onlyVerified, onlyKnown, onlyEmployers, onlyPages, onlyVisits].flat()

/** The stages of every event plus some that only certain events have, in order. */
const stagesWith = (...some: (readonly Reason[])[]): readonly Reason[] =>
  reasons.filter((reason) => !ofSome.includes(reason) || some.some((each) => each.includes(reason)))

/**
 * The stages, in order, of a visit, of a visit that is also judged by the visitor's employer, of a person's searches,
 * and of searches of people who must be well known.
 */
export const visitReasons = stagesWith(onlyVisits, onlyPages, onlyKnown)
export const employerReasons = stagesWith(onlyVisits, onlyEmployers)
export const searchReasons = stagesWith(onlySearches)
export const completeReasons = stagesWith(onlySearches, onlyVerified, onlyKnown)

/** Reasons of visits and searches that matched a person: whoever passes the stages before is known. */
export const matchedReasons: readonly Reason[] = reasons.slice(reasons.indexOf('no_match') + 1)

/** Hits with these reasons are only counted; nothing else about them is stored. */
export const countedOnly: readonly Reason[] = ['privacy_gpc', 'privacy_opt_out', 'privacy_consent', 'ip_excluded']
