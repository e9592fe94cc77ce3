import type { Reason } from './reasons.ts'

/**
 * What a lead has passed, stage by stage, in the words of the lead's page. The reason is the one that the visit would
 * have ended with.
 */
export const stageNames = {
  host_not_allowed: 'The page belongs to the campaign’s site',
  bot: 'No known bot',
  datacentre: 'Not from a data centre',
  privacy_gpc: 'No privacy signal',
  no_key: 'Something to recognise the visitor by',
  no_match: 'The person is known',
  opted_out: 'Not opted out',
  email_missing: 'E-mail address',
  phone_missing: 'Phone number',
  address_missing: 'Home address',
  outside_target: 'Lives in the target area',
  excluded_root: 'Not excluded by the platform',
  excluded_agency: 'Not excluded by the agency',
  excluded_client: 'Not excluded by the client',
  excluded_campaign: 'Not excluded by the campaign',
  converted: 'Not converted yet',
  returning: 'No lead within the re-identification window',
  not_started: 'The campaign had started',
  ended: 'The campaign had not ended',
  not_active: 'The campaign was active',
  limit_reached: 'Within the limit',
} as const satisfies Partial<Record<Reason, string>>

export type StageReason = keyof typeof stageNames
