/**
 * Subjects of log entries: the part of an action's name before its dot, and the categories that the log's filter offers
 * (C181).
 */
export const activityCategories = [
  'account',
  'security',
  'view',
  'team',
  'company',
  'agreement',
  'campaign',
  'lead',
  'integration',
  'developer',
  'billing',
  'branding',
  'setting',
  'data',
  'browser',
] as const
export type ActivityCategory = (typeof activityCategories)[number]

/** `branding.embeddedCodeSaved`: the category, then what happened in camelCase, ending in a past participle. */
export type ActivityAction = `${ActivityCategory}.${string}`

/** Longest description that is stored, in characters (SEC-7). */
export const longestDescription = 1_000

/** The category of a change, by the area of the call that made it. */
export const categoryOfArea: Readonly<Record<string, ActivityCategory>> = {
  'sign-in': 'account',
  people: 'account',
  agreements: 'agreement',
  branding: 'branding',
  companies: 'company',
  campaigns: 'campaign',
  leads: 'lead',
  audiences: 'campaign',
  keywords: 'campaign',
  banners: 'campaign',
  exclusions: 'data',
  identity: 'data',
  privacy: 'data',
  enrichment: 'data',
  inbox: 'lead',
  reports: 'lead',
  integrations: 'integration',
  developers: 'developer',
  pricing: 'billing',
  billing: 'billing',
  wallet: 'billing',
  payments: 'billing',
  commissions: 'billing',
  machine: 'setting',
}
