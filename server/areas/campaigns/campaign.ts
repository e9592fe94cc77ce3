import type { CampaignStatus } from '#contract/campaigns/campaign.ts'
import type { ReportEvery } from '#contract/campaigns/notices.ts'
import type { Answers } from './settings/answers.ts'
import type { Module } from '#contract/campaigns/modules.ts'

type Reidentification = 'never' | '1 week' | '1 month' | '3 months' | '6 months' | '1 year' | 'always'
export type LimitPeriod = 'day' | 'week' | 'month' | 'total'

/** Which people become leads, where they live and whether they can become leads again: the same in every module. */
export interface PeopleSettings {
  nationalTargeting: boolean
  /** Without national targeting, the person must live in one of these; one of the two lists is always empty. */
  states: readonly string[]
  zips: readonly string[]
  requireEmail: boolean
  requirePhone: boolean
  requireAddress: boolean
  reidentification: Reidentification
  reidentificationAcrossClient: boolean
  /** Audiences of the client: people must be in one of the first list (unless empty) and in none of the second. */
  includeAudiences: readonly string[]
  excludeAudiences: readonly string[]
}

/** Who at the agency is notified about a campaign's number of leads. */
export interface NoticeSettings {
  /** Empty: everyone who gets the agency's notices. */
  notifyUserIds: readonly string[]
  notifyAtLeads: number | null
  hasMinimum: boolean
  minimumLeads: number | null
}

/** Email alerts on a month's spending. */
export interface AlertSettings {
  /** Percentages of the cap, ascending; empty: no alert. */
  alertShares: readonly number[]
  /** A notice only; stops nothing. */
  alert_cents: number | null
  /** Alerts also go to the client, not only to its agency. */
  alertsPayer: boolean
}

/** What users can set on a campaign. */
export interface CampaignSettings extends PeopleSettings, NoticeSettings, AlertSettings {
  name: string
  siteUrl: string
  /** The page of that site shown after an order; empty: none. */
  thankYouUrl: string
  gtmInstalled: boolean
  timeZone: string
  /** Local dates in the campaign's time zone, both inclusive. */
  startDate: string
  endDate: string | null
  /** Windows by day of the week (`windowFrom`), in order; empty: always. */
  activeHours: readonly string[]
  limitLeads: number
  limitPeriod: LimitPeriod
  /** Spreads a daily limit evenly over the hours in which leads are accepted. */
  spreadsEvenly: boolean
  /** The maximum spending per month of the campaign's time zone. */
  monthCap_cents: number | null
  retailPrice_e4: number
  reportRecipients: readonly string[]
  /** One email per lead, or one for all leads of an hour, a day or a week. */
  reportEvery: ReportEvery
  /** Hides the phone numbers of its leads from the client. */
  hidesPhone: boolean
  /** The linked organization and campaign in an external marketing system. */
  organizationId: string | null
  externalCampaignId: string | null
  /** The answers to the agency's questions. */
  answers: Answers
  /** Settings of the module; only the module's definition reads them. */
  moduleSettings: object
}

export interface Campaign extends CampaignSettings {
  rootId: string
  agencyId: string
  clientId: string
  clientName: string
  /** The client's group. */
  groupId: string | null
  id: string
  module: Module
  status: CampaignStatus
  pixelKey: string
  siteHosts: readonly string[]
  wholesalePrice_e4: number
  /** The retail price follows the client's price. */
  followsCost: boolean
  /** The number of leads so far, without test leads. */
  leads: number
  lastHitAt: Date | null
  /** Null unless its leads are on hold. */
  heldAt: Date | null
  heldLeads: number | null
  heldWithin: 'burst' | 'day' | null
  /** When leads that look forged were put on hold; null if they are not. */
  apartSince: Date | null
  siteCheckedAt: Date | null
  siteCheckResult: string | null
  createdAt: Date
  updatedAt: Date
}
