import type { CampaignModule } from '../campaign-module.ts'
import { defaultPeople } from '../people-defaults.ts'
import {
  findSearchBlockers,
  presentSearches,
  readSearches,
  searchDefaults,
  searchEvents,
  searchFields,
  searchStages,
  type SearchSettings,
} from '../searches/searches.ts'

/** Search ID: who searches for something, or reads about it, becomes a lead. */
export const definition: CampaignModule<SearchSettings> = {
  events: searchEvents,
  defaults: { people: defaultPeople, settings: searchDefaults },
  codec: { fields: searchFields, read: readSearches, present: presentSearches },
  findBlockers: (_campaign, settings) => findSearchBlockers(settings),
  ownStages: searchStages,
}
