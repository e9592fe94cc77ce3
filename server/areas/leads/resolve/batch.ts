import type { Module } from '#contract/campaigns/modules.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import type { matchKeys } from '#contract/leads/lead.ts'
import type { SearchFacts } from '#contract/leads/search.ts'
import type { HitFlag } from '#contract/tracking/flags.ts'
import type { FoundPerson } from '#server/areas/identity/find-persons.ts'
import type { Work } from '#server/areas/identity/read-information.ts'

/**
 * A possible lead: a visit reported by a pixel, or searches known from signals. Stages read only these fields. Hashes are in
 * hex, newest first.
 */
export interface LeadEvent {
  id: string
  tx: number
  clientId: string
  campaignId: string
  kind: string
  /** Why the collector already rejected it, if it did. */
  mark: HitFlag | null
  /** Whether the page hid its origin (`Origin: null`). */
  isOriginHidden: boolean
  hashes: readonly string[]
  receivedAt_ms: number
  eventValue_cents: number | null
  /** Identifies the visitor's cookie on this client's site; null without one. */
  cookie: string | null
  /** The person who searched. Null for a visit, whose person is matched by hash or cookie. */
  personId: number | null
  search: SearchFacts | null
  /** The domain of the company whose IP range a visit came from; null if unknown or not looked up. */
  companyDomain: string | null
}

/** A campaign's settings in the form the stages compare. Dates are converted to instants in the campaign's time zone. */
export interface Campaign {
  id: string
  module: Module
  /** Module-specific settings as stored; the module definition parses them. */
  moduleSettings: object
  clientId: string
  /** Identifies this version of the settings; leads reference it. */
  rulesId: string
  isActive: boolean
  timeZone: string
  startsAt_ms: number
  /** The first instant after the last day; Infinity without an end date. */
  endsAt_ms: number
  /** See `isOpenAt`. */
  openHours: ReadonlySet<number>
  /** States in which the agency forbids identification. */
  forbiddenStates: ReadonlySet<string>
  nationalTargeting: boolean
  states: ReadonlySet<string>
  zips: ReadonlySet<string>
  requireEmail: boolean
  requirePhone: boolean
  requireAddress: boolean
  /** Audience ids: the person must be in one of the included (if any) and in none of the excluded. */
  includeAudiences: readonly string[]
  excludeAudiences: readonly string[]
  reidentification: string
  reidentificationAcrossClient: boolean
  limitLeads: number
  /** Whether a daily limit is spread evenly over the day; see `allowanceAt`. */
  spreadsEvenly: boolean
  limitPeriod: string
  /** The local date on which the current limit period began. */
  limitPeriodStart: string
  /** Spend caps that apply to its leads; empty for most campaigns. */
  caps: readonly Cap[]
  /** Changes whenever the settings change, so that usage counted under old settings is recounted. */
  updatedAt: Date
  retailPrice_e4: number
  wholesalePrice_e4: number
}

/** A monthly spend cap (`caps.ts`): for one campaign, all campaigns of a client, or all of an agency. */
export interface Cap {
  of: 'campaign' | 'client' | 'agency'
  /** The id of the campaign, client or agency. */
  id: string
  /** The client who may see it; null for the agency's own cap. */
  clientId: string | null
  most_e4: number
  /** What one lead of the campaign uses of it: the retail price, or wholesale for an agency's cap. */
  price_e4: number
  /** The local date on which the current month began. */
  month: string
  timeZone: string
  /** Changes whenever the cap changes, so that the month is summed again. Text where it comes from the database. */
  setAt: Date | string
}

export type MatchKey = (typeof matchKeys)[number]

/** The matched person, the key that matched, and the confidence (0 to 1). */
export interface Match {
  person: FoundPerson
  key: MatchKey
  confidence: number
}

/** Additional information delivered with a lead, by kind. */
export type LeadInformation = Readonly<Record<string, string>>

/** A company's visits in the last seven days, and in the weeks before (decision 87). */
export interface CompanySums {
  recent: number
  before: number
}

/** An event with everything looked up before the stages run. */
export interface Candidate {
  event: LeadEvent
  /** Null if the campaign no longer exists. */
  campaign: Campaign | null
  /** Whether the event had any key to match a person by. */
  hasKey: boolean
  /** Whether any hash of the event or the person has opted out. */
  optedOut: boolean
  match: Match | null
  /** The person's job and company; empty if the campaign doesn't need them. */
  work: Work
  /** The domain of the person's employer. */
  company: string | null
  /** The company's recent visits; null if the campaign doesn't need them or there were none. */
  surge: CompanySums | null
  /** What speaks against the visit (`suspicion.ts`); 0 for nothing. */
  suspicion: number
  /** Whether the visited page is excluded by the campaign. */
  isPageExcluded: boolean
  /** For an unidentified visitor from a known company: contacts to suggest, best first, each ready to be judged. */
  contacts: readonly Candidate[]
  /** Keys of the matched person within the campaign and within the client; empty without a match. */
  inCampaign: string
  inClient: string
}

/** The outcome of an event, and the lead it became or returned to. */
export interface Decision {
  candidate: Candidate
  reason: Reason
  leadId: string | null
  /** Which cap was reached, if any. */
  cap: Cap['of'] | null
  /** For a lead: its number within the limit period. Null without a limit. */
  limitUsed: number | null
  /** Whether this is a conversion that counts. */
  converts: boolean
}
