import type { Module } from '#contract/campaigns/modules.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import type { matchKeys } from '#contract/leads/lead.ts'
import type { SearchFacts } from '#contract/leads/search.ts'
import type { HitFlag } from '#contract/tracking/flags.ts'
import type { FoundPerson, Work } from '#server/areas/identity/public.ts'

/**
 * What may become a lead: a visit that a pixel reported, or searches that signals tell of. The stages read nothing else of
 * it. Hashes are in hex, newest first.
 */
export interface LeadEvent {
  id: string
  tx: number
  clientId: string
  campaignId: string
  kind: string
  /** What speaks against it on its face. */
  mark: HitFlag | null
  hashes: string[]
  receivedAt_ms: number
  eventValue_cents: number | null
  /** Names the visitor's cookie on this client's site; null without one. */
  cookie: string | null
  /** Whose searches these are. Null for a visit, whose person is found by hash or cookie. */
  personId: number | null
  search: SearchFacts | null
  /** The domain of the company from whose addresses a visit came; null where nobody asked or knows. */
  companyDomain: string | null
}

/** A campaign's settings as the stages compare them. Days are turned into instants in the campaign's own time zone. */
export interface Campaign {
  id: string
  module: Module
  /** What is its module's own, as stored; the module's definition reads it. */
  moduleSettings: object
  clientId: string
  /** Names the settings as a whole: leads point to them. */
  rulesId: string
  isActive: boolean
  timeZone: string
  startsAt_ms: number
  /** The first instant after the last day; infinite without one. */
  endsAt_ms: number
  /** See `isOpenAt`. */
  openHours: ReadonlySet<number>
  /** Where its agency lets nobody be identified. */
  forbiddenStates: ReadonlySet<string>
  nationalTargeting: boolean
  states: ReadonlySet<string>
  zips: ReadonlySet<string>
  requireEmail: boolean
  requirePhone: boolean
  requireAddress: boolean
  /** Audiences by id: in one of the first, unless there are none, and in none of the others. */
  includeAudiences: readonly string[]
  excludeAudiences: readonly string[]
  reidentification: string
  reidentificationAcrossClient: boolean
  limitLeads: number | null
  /** The leads of a day's limit come evenly; see `allowanceAt`. */
  spreadsEvenly: boolean
  limitPeriod: string
  /** The local date on which the limit's present period began. */
  limitPeriodStart: string
  /** What bounds the money of its leads; none for most. */
  caps: readonly Cap[]
  /** Changes with every change of the settings: what was counted under other ones is counted anew. */
  updatedAt: Date
  retailPrice_e4: number
  wholesalePrice_e4: number
}

/** The most that leads may cost in a month (`caps.ts`): of a campaign, of all of its client's, of all of its agency's. */
export interface Cap {
  of: 'campaign' | 'client' | 'agency'
  /** Of the campaign, the client or the agency. */
  id: string
  /** Whose it is to see; the agency's own is no client's. */
  clientId: string | null
  most_e4: number
  /** What a lead of the campaign takes from it: retail, of the agency's wholesale. */
  price_e4: number
  /** The local date on which the present month began. */
  month: string
  timeZone: string
  /** Changes with the cap: what was added up for another one is added up anew. An instant, as text where a database writes it. */
  setAt: Date | string
}

export type MatchKey = (typeof matchKeys)[number]

/** Who came, by which key, and how sure that is (0 to 1). */
export interface Match {
  person: FoundPerson
  key: MatchKey
  confidence: number
}

/** What comes with a lead besides who it is, kind by kind. */
export type LeadInformation = Readonly<Record<string, string>>

/** What of a company came in these seven days, and in all of the weeks before (decision 87). */
export interface CompanySums {
  recent: number
  before: number
}

/** An event with what was found out about it before the stages are asked. */
export interface Candidate {
  event: LeadEvent
  /** Null when there is no such campaign any more. */
  campaign: Campaign | null
  /** Whether there was anything to look a person up by. */
  hasKey: boolean
  /** Whether one of the event's or the person's hashes has opted out. */
  optedOut: boolean
  match: Match | null
  /** What is known of the person's job and company; empty where the campaign does not ask. */
  work: Work
  /** The domain of the company that they work for. */
  company: string | null
  /** What came of the company so far; null where the campaign does not ask, or nothing did. */
  surge: CompanySums | null
  /** Whether it is a visit of a page that the campaign leaves out. */
  isPageExcluded: boolean
  /** Of a stranger's visit: who may be suggested at the company, the best first, each as they would be judged. */
  contacts: readonly Candidate[]
  /** Names the matched person within the campaign and within the client; empty without a match. */
  inCampaign: string
  inClient: string
}

/** Where an event ended, and which lead it became or came back to. */
export interface Decision {
  candidate: Candidate
  reason: Reason
  leadId: string | null
  /** Whose cap is met, where one is. */
  cap: Cap['of'] | null
  /** For a lead: which one of its limit's period it is. Null without a limit. */
  limitUsed: number | null
  /** A conversion that counts. */
  converts: boolean
}
