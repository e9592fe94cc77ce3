import type { CompanyWindow } from '#contract/campaigns/module-fields/b2b.ts'
import type { Keyword } from '#contract/campaigns/keywords.ts'
import type { CampaignDetail, ModuleFields } from '#contract/campaigns/campaign.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import type { StageDetail } from '#contract/leads/stage-names.ts'
import type { SearchFacts } from '#contract/leads/search.ts'
import type { FoundPerson, Work } from '#server/areas/identity/public.ts'
import type { Pool } from 'pg'
import type { Tx } from '#server/platform/database/tx.ts'
import type { CampaignSettings, LimitPeriod, PeopleSettings } from '../campaign.ts'

/** Whether visits of a page, by its address, may become leads. */
export type TakesPage = (address: string) => boolean

export interface Blocker {
  field: string
  message: string
}

/** What signals a campaign looks for. Keywords of searches and of pages stand apart; the negative ones count for both. */
export interface SignalCriteria {
  search: readonly Keyword[]
  page: readonly Keyword[]
  negative: readonly string[]
  /** Of the taxonomy, by id: signals may name one outright. */
  topics: readonly string[]
  /** How far back signals count. */
  windowDays: number
}

/** Where a module's events come from: the visits that a pixel reports, or signals that meet the campaign's criteria. */
type EventSource<Settings> = { source: 'visits' } | { source: 'signals'; criteria(settings: Settings): SignalCriteria }

/** A sentence and the values that it names. */
export interface StageSaid {
  text: StageDetail
  values: Record<string, string | number>
}

/** What is known of an event besides its person, and what the campaign's own settings say. */
interface ModuleFacts<Settings> {
  settings: Settings
  /** Null for a visit. */
  search: SearchFacts | null
  /** The domain of the company that its person works for; null where it is not known or the module does not ask. */
  company: string | null
}

/** What a module's own stage may ask. */
interface ModuleEvent<Settings> extends ModuleFacts<Settings> {
  person: FoundPerson
  /** What is known of the person's job and company; empty where the module does not ask. */
  work: Work
  /** Whether the company comes so much more than it used to; false where the campaign does not ask. */
  isSurging: boolean
  /** Whether it is a visit of a page that the campaign leaves out (`takesPage`). */
  isPageExcluded: boolean
  /** When they came or searched. */
  at_ms: number
}

/** A stage that only one module has. */
export interface OwnStage<Settings> {
  /** Whether an event of somebody known ends here. */
  stops(event: ModuleEvent<Settings>): boolean
  /** With what it was compared, for the page of a lead that passed. */
  explain(facts: ModuleFacts<Settings>): StageSaid | null
}

/** Where a campaign wants its people to live, and which of them. */
export interface WantedPlaces<Settings> {
  people: PeopleSettings
  settings: Settings
}

/** With what to find out whether enough people live there. */
export interface Supply {
  tx: Tx
  rootId: string
  identityPool: Pool
  now_ms: number
}

/**
 * What is a module's own of a campaign; what every campaign has stands outside. `Settings` are kept with the campaign as
 * one JSON value (decision 45): the module alone reads and writes them, and nothing outside asks which module it is.
 */
export interface CampaignModule<Settings extends object> {
  events: EventSource<Settings>
  /** What a new campaign is unless its maker says otherwise. */
  defaults: { people: PeopleSettings; settings: Settings }
  /** What its campaigns ask of everybody; whoever wants it otherwise is refused by name. */
  always?: Partial<PeopleSettings>
  codec: {
    /** The wire's fields that are this module's; those of other modules are refused by name. */
    fields: readonly (keyof ModuleFields)[]
    /** Keys that were left out stay as they were. Throws `invalid` naming the wire's field. */
    read(fields: Partial<ModuleFields>, before: Settings): Settings
    present(settings: Settings): Partial<CampaignDetail>
  }
  /** What keeps a campaign from being started, beyond what keeps any. */
  findBlockers(campaign: CampaignSettings, settings: Settings): Blocker[]
  /** The fewest leads that a limit may stand for in a period; without this any number will do. */
  leastLimit?(tx: Tx, rootId: string, period: LimitPeriod): Promise<number>
  /** Throws `invalid` naming the wire's field where leads cannot be promised in the places that a campaign asks for. */
  checkPlaces?(after: WantedPlaces<Settings>, before: WantedPlaces<Settings> | null, supply: Supply): Promise<void>
  /** What it promises: so many leads a day, of people of whom so much is known. */
  promise?(settings: Settings, tx: Tx, rootId: string): Promise<{ least: number; leastKnown: number }>
  /** The kinds of advance information that come with its leads. */
  informationOf?(settings: Settings): readonly string[]
  /** Whether its leads cost what the cost setup says of advanced ones. */
  sellsAdvanced?(settings: Settings): boolean
  /** How long a company stays one lead. A module that says so asks what is known of people's work. */
  companyWindowOf?(settings: Settings): CompanyWindow
  /** How much of its usual week a company must reach for its people to become leads, in percent; null where any may. */
  surgePercentOf?(settings: Settings): number | null
  /** Whether somebody at a company from which a stranger visits may be suggested. */
  isSuggestion?(settings: Settings, work: Work): boolean
  /** Whether it looks for companies by the addresses of visitors at all. */
  findsCompanies?(settings: Settings): boolean
  /** Addresses and ranges whose visits are only counted. */
  excludedAddresses?(settings: Settings): readonly string[]
  /** Names of its site's events that count as goals. */
  eventGoals?(settings: Settings): readonly string[]
  /** Its sites beside the first, each with the key of its pixel. */
  moreSites?(settings: Settings): readonly { url: string; key: string }[]
  /** Makes the question whether visits of a page, by its address, may become leads; null where those of all pages may. */
  takesPage?(settings: Settings): TakesPage | null
  /** The stages that its events go through, in their order. */
  stages: readonly Reason[]
  /** Of these, the ones that no other module has. */
  ownStages: Partial<Record<Reason, OwnStage<Settings>>>
}
