/**
 * What entries of the log are about. The part of an action's name before its dot, and what the log's filter offers as
 * categories (C181).
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

/** `branding.embeddedCodeSaved`: the category, and what happened as a participle's phrase in camelCase. */
export type ActivityAction = `${ActivityCategory}.${string}`

/** Longest description that is kept (SEC-7). */
export const longestDescription = 1_000

/** The category of what a call of an area changed. */
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
}
