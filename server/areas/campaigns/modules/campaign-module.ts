import type { Keyword } from '#contract/campaigns/keywords.ts'
import type { CampaignDetail, ModuleFields } from '#contract/campaigns/campaign.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import type { StageDetail } from '#contract/leads/stage-names.ts'
import type { SearchFacts } from '#contract/leads/search.ts'
import type { FoundPerson } from '#server/areas/identity/public.ts'
import type { CampaignSettings, PeopleSettings } from '../campaign.ts'

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
interface StageSaid {
  text: StageDetail
  values: Record<string, string | number>
}

/** What is known of an event besides its person, and what the campaign's own settings say. */
interface ModuleFacts<Settings> {
  settings: Settings
  /** Null for a visit. */
  search: SearchFacts | null
}

/** What a module's own stage may ask. */
interface ModuleEvent<Settings> extends ModuleFacts<Settings> {
  person: FoundPerson
}

/** A stage that only one module has. */
export interface OwnStage<Settings> {
  /** Whether an event of somebody known ends here. */
  stops(event: ModuleEvent<Settings>): boolean
  /** With what it was compared, for the page of a lead that passed. */
  explain(facts: ModuleFacts<Settings>): StageSaid | null
}

/**
 * What is a module's own of a campaign; what every campaign has stands outside. `Settings` are kept with the campaign as
 * one JSON value (decision 45): the module alone reads and writes them, and nothing outside asks which module it is.
 */
export interface CampaignModule<Settings extends object> {
  events: EventSource<Settings>
  /** What a new campaign is unless its maker says otherwise. */
  defaults: { people: PeopleSettings; settings: Settings }
  codec: {
    /** The wire's fields that are this module's; those of other modules are refused by name. */
    fields: readonly (keyof ModuleFields)[]
    /** Keys that were left out stay as they were. Throws `invalid` naming the wire's field. */
    read(fields: Partial<ModuleFields>, before: Settings): Settings
    present(settings: Settings): Partial<CampaignDetail>
  }
  /** What keeps a campaign from being started, beyond what keeps any. */
  findBlockers(campaign: CampaignSettings, settings: Settings): Blocker[]
  /** The stages that its events go through, in their order. */
  stages: readonly Reason[]
  /** Of these, the ones that no other module has. */
  ownStages: Partial<Record<Reason, OwnStage<Settings>>>
}
