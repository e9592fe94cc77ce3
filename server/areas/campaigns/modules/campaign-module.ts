import type { CompanyWindow } from '#contract/campaigns/module-fields/b2b.ts'
import type { Keyword } from '#contract/campaigns/keywords.ts'
import type { CampaignDetail, ModuleFields } from '#contract/campaigns/campaign.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import type { StageDetail } from '#contract/leads/stage-details.ts'
import type { SearchFacts } from '#contract/leads/search.ts'
import type { FoundPerson } from '#server/areas/identity/find-persons.ts'
import type { Work } from '#server/areas/identity/read-information.ts'
import type { Pool } from 'pg'
import type { Tx } from '#server/platform/database/tx.ts'
import type { CampaignSettings, LimitPeriod, PeopleSettings } from '../campaign.ts'

/** Whether visits to a page URL can become leads. */
export type AcceptsPage = (address: string) => boolean

export interface Blocker {
  field: string
  message: string
}

/** The signals that a campaign looks for. Search and page keywords are separate; negative keywords apply to both. */
export interface SignalCriteria {
  search: readonly Keyword[]
  page: readonly Keyword[]
  negative: readonly string[]
  /** Taxonomy ids; a signal may name a topic directly. */
  topics: readonly string[]
  /** How many days back signals count. */
  windowDays: number
}

/** The source of a module's events: visits that a pixel reports, or signals that match the campaign's criteria. */
type EventSource<Settings> = { source: 'visits' } | { source: 'signals'; criteria(settings: Settings): SignalCriteria }

/** A sentence and its values. */
export interface StageMessage {
  text: StageDetail
  values: Record<string, string | number>
}

/** What is known about an event besides its person, and the campaign's settings. */
interface ModuleFacts<Settings> {
  settings: Settings
  /** Null for a visit. */
  search: SearchFacts | null
  /** The domain of the person's employer; null if it is unknown or the module doesn't need it. */
  company: string | null
}

/** The input of a module's own stage. */
interface ModuleEvent<Settings> extends ModuleFacts<Settings> {
  person: FoundPerson
  /** The person's job and company; empty if the module doesn't need them. */
  work: Work
  /** Whether the company is surging; false if the campaign doesn't require it. */
  isSurging: boolean
  /** Whether it is a visit to a page that the campaign excludes (`acceptsPage`). */
  isPageExcluded: boolean
  /** When the visit or search happened. */
  at_ms: number
}

/** A stage that only one module has. */
export interface OwnStage<Settings> {
  /** Whether it rejects an event of an identified person. */
  stops(event: ModuleEvent<Settings>): boolean
  /** What the event was compared with, for the page of a lead that passed. */
  explain(facts: ModuleFacts<Settings>): StageMessage | null
}

/** The places and people that a campaign targets. */
export interface TargetedPlaces<Settings> {
  people: PeopleSettings
  settings: Settings
}

/** What is needed to check whether enough people live there. */
export interface Supply {
  tx: Tx
  rootId: string
  identityPool: Pool
  now_ms: number
}

/**
 * The module-specific part of a campaign. `Settings` are stored with the campaign as one JSON value (decision 45):
 * only the module reads and writes them, and no other code depends on which module it is.
 */
export interface CampaignModule<Settings extends object> {
  events: EventSource<Settings>
  /** The defaults of a new campaign. */
  defaults: { people: PeopleSettings; settings: Settings }
  /** Requirements of all its campaigns; turning one off is rejected with the field's name. */
  always?: Partial<PeopleSettings>
  codec: {
    /** This module's wire fields; fields of other modules are rejected by name. */
    fields: readonly (keyof ModuleFields)[]
    /** Missing keys keep their values. Throws `invalid` with the name of the wire field. */
    read(fields: Partial<ModuleFields>, before: Settings): Settings
    present(settings: Settings): Partial<CampaignDetail>
  }
  /** The module's own reasons why a campaign can't start. */
  findBlockers(campaign: CampaignSettings, settings: Settings): Blocker[]
  /** The minimum lead limit for a period; without this any number is allowed. */
  minLimit?(tx: Tx, rootId: string, period: LimitPeriod): Promise<number>
  /** Throws `invalid` with the wire field if leads can't be promised in the targeted places. */
  checkPlaces?(after: TargetedPlaces<Settings>, before: TargetedPlaces<Settings> | null, supply: Supply): Promise<void>
  /** What it promises: a number of leads per day, and how much is known about each person. */
  promise?(settings: Settings, tx: Tx, rootId: string): Promise<{ least: number; leastKnown: number }>
  /** The kinds of advance information that come with its leads. */
  informationOf?(settings: Settings): readonly string[]
  /** Whether its leads are sold at the cost setup's price for advanced leads. */
  sellsAdvanced?(settings: Settings): boolean
  /** How long a company counts as one lead. Modules that define it need data about people's work. */
  companyWindowOf?(settings: Settings): CompanyWindow
  /** The percentage of its usual week that a company must reach for its people to become leads; null for no minimum. */
  surgePercentOf?(settings: Settings): number | null
  /** Whether a person may be suggested at a company with an unidentified visitor. */
  isSuggestion?(settings: Settings, work: Work): boolean
  /** Whether it looks up companies by visitors' IP addresses. */
  findsCompanies?(settings: Settings): boolean
  /** IP addresses and ranges whose visits are only counted. */
  excludedAddresses?(settings: Settings): readonly string[]
  /** The site's events that count as goals, by name. */
  eventGoals?(settings: Settings): readonly string[]
  /** Its additional sites, each with its pixel's key. */
  moreSites?(settings: Settings): readonly { url: string; key: string }[]
  /** Makes the question whether visits of a page, by its address, may become leads; null where those of all pages may. */
  acceptsPage?(settings: Settings): AcceptsPage | null
  /** Those of its stages that not all modules have. The contract's table of reasons names them (`leads/reasons.ts`). */
  ownStages: Partial<Record<Reason, OwnStage<Settings>>>
}
