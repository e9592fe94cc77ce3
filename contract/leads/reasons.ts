/**
 * Where a visit ended on its way to a lead, in the order of the stages: the first that stops it is kept with the visit,
 * so that the screen can answer why there is no lead.
 */
export const reasons = [
  'host_not_allowed',
  'no_origin',
  'bot',
  'datacentre',
  'privacy_gpc',
  'privacy_opt_out',
  'privacy_consent',
  'no_key',
  'no_match',
  'opted_out',
  'email_missing',
  'phone_missing',
  'address_missing',
  'outside_target',
  'excluded_root',
  'excluded_agency',
  'excluded_client',
  'excluded_campaign',
  'no_earlier_visit',
  'converted',
  'returning',
  'not_started',
  'ended',
  'not_active',
  'limit_reached',
  'held',
  'no_funds',
  'lead',
] as const
export type Reason = (typeof reasons)[number]

/** Hits with these reasons are counted and nothing else of them is kept. */
export const countedOnly: readonly Reason[] = ['privacy_gpc', 'privacy_opt_out', 'privacy_consent']
