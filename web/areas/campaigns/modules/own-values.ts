import type { CompanyWindow, ProfileMatch } from '#contract/campaigns/module-fields/b2b.ts'
import type { leastSearches, searchWindows_days } from '#contract/campaigns/module-fields/locator.ts'

/** Site ID's values in the campaign's form. Pages and addresses stand one in each line. */
type SiteValues = {
  siteUrl: string
  thankYouUrl: string
  usesTagManager: boolean
  includePages: string
  excludePages: string
  excludeAddresses: string
  eventGoals: string[]
  moreSites: string
  /** Leads are told what else is known of people. */
  sendsInformation: boolean
}

/** Search ID's. Keywords stand one in each line; selections hold numbers as text. */
type SearchValues = {
  keywords: string
  contextualKeywords: string
  topics: string[]
  searchWindow: `${(typeof searchWindows_days)[number]}`
  leastSearches: `${(typeof leastSearches)[number]}`
  searchDescription: string
}

/** Enhance ID's, beside Search ID's. */
type EnhanceValues = { leastKnown: string; information: string[] }

/** B2B ID's, beside Site ID's. Titles and domains stand one in each line. */
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

/** What single modules have in the form beside what all have. */
export type OwnValues = SiteValues & SearchValues & EnhanceValues & B2bValues
