import type { CampaignStatus } from '#contract/campaigns/campaign.ts'
import type { ReportEvery } from '#contract/campaigns/notices.ts'
import type { Answers } from './answers.ts'
import type { Module } from '#contract/campaigns/modules.ts'

type Reidentification = 'never' | '1 week' | '1 month' | '3 months' | '6 months' | '1 year' | 'always'
export type LimitPeriod = 'day' | 'week' | 'month' | 'total'

/** Whose events become leads, where they live and whether they come again: the same in every module. */
export interface PeopleSettings {
  nationalTargeting: boolean
  /** Where national targeting is off, either list may hold the person's home; one is always empty. */
  states: readonly string[]
  zips: readonly string[]
  requireEmail: boolean
  requirePhone: boolean
  requireAddress: boolean
  reidentification: Reidentification
  reidentificationAcrossClient: boolean
  /** Audiences of the client: in one of the first, unless there are none, and in none of the others. */
  includeAudiences: readonly string[]
  excludeAudiences: readonly string[]
}

/** Who of the agency is told of how many leads a campaign brings. */
export interface NoticeSettings {
  /** Empty: all who get the agency's notices. */
  notifyUserIds: readonly string[]
  notifyAtLeads: number | null
  hasMinimum: boolean
  minimumLeads: number | null
}

/** What somebody is told of a month's spending by mail. */
export interface AlertSettings {
  /** Shares of the cap, in percent and in their order; none: no alert. */
  alertShares: readonly number[]
  /** Stops nothing. */
  alert_cents: number | null
  /** The client is told too, not its agency alone. */
  alertsPayer: boolean
}

/** What a person decides about a campaign. */
export interface CampaignSettings extends PeopleSettings, NoticeSettings, AlertSettings {
  name: string
  siteUrl: string
  /** The page of that site which people see after an order; empty: none. */
  thankYouUrl: string
  gtmInstalled: boolean
  timeZone: string
  /** Local dates in the campaign's time zone, both days included. */
  startDate: string
  endDate: string | null
  /** Windows by day of the week, `windowFrom`, in their order; none: at any time. */
  activeHours: readonly string[]
  limitLeads: number | null
  limitPeriod: LimitPeriod
  /** The leads of a limit per day come evenly over the hours in which it takes them. */
  spreadsEvenly: boolean
  /** The most that its leads may cost in a month of its time zone. */
  monthCap_cents: number | null
  retailPrice_e4: number
  reportRecipients: readonly string[]
  /** A mail with each lead, or one with all of an hour, a day or a week. */
  reportEvery: ReportEvery
  /** Phone numbers of its leads are kept from the client. */
  hidesPhone: boolean
  /** What it is linked to in a marketing system outside. */
  organizationId: string | null
  externalCampaignId: string | null
  /** What its agency asks about it, answered. */
  answers: Answers
  /** What is its module's own; only the module's definition looks into it. */
  moduleSettings: object
}

export interface Campaign extends CampaignSettings {
  rootId: string
  agencyId: string
  clientId: string
  clientName: string
  /** The group that its client lies in. */
  groupId: string | null
  id: string
  module: Module
  status: CampaignStatus
  pixelKey: string
  siteHosts: readonly string[]
  wholesalePrice_e4: number
  /** Its retail price is its client's and follows it. */
  followsCost: boolean
  /** Leads so far, without test leads. */
  leads: number
  lastHitAt: Date | null
  /** Null while its leads are not on hold. */
  heldAt: Date | null
  heldLeads: number | null
  heldWithin: 'burst' | 'day' | null
  siteCheckedAt: Date | null
  siteCheckResult: string | null
  createdAt: Date
  updatedAt: Date
}
