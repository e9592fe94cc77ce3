import type { CompanyWindow, ProfileMatch } from '#contract/campaigns/module-fields/b2b.ts'
import type { leastSearches, searchWindows_days } from '#contract/campaigns/module-fields/locator.ts'

/** Site ID's form values. Pages and addresses: one per line. */
type SiteValues = {
  siteUrl: string
  thankYouUrl: string
  usesTagManager: boolean
  includePages: string
  excludePages: string
  excludeAddresses: string
  eventGoals: string[]
  moreSites: string
  /** Leads include additional data about the person. */
  sendsInformation: boolean
}

/** Search ID's form values. Keywords: one per line; selections: numbers as text. */
type SearchValues = {
  keywords: string
  contextualKeywords: string
  topics: string[]
  searchWindow: `${(typeof searchWindows_days)[number]}`
  leastSearches: `${(typeof leastSearches)[number]}`
  searchDescription: string
}

/** Enhance ID's form values, in addition to Search ID's. */
type EnhanceValues = { leastKnown: string; information: string[] }

/** B2B ID's form values, in addition to Site ID's. Titles and domains: one per line. */
type B2bValues = {
  profileMatch: ProfileMatch
  leastRules: string
  industries: string[]
  companySizes: string[]
  seniorities: string[]
  departments: string[]
  jobTitles: string
  headquarters: string[]
  excludedCompanies: string
  companyWindow: CompanyWindow
  suggestsContacts: boolean
  onlySurging: boolean
  surgePercent: number | string
  workInformation: string[]
}

/** Form values of individual modules, in addition to the common ones. */
export type OwnValues = SiteValues & SearchValues & EnhanceValues & B2bValues
