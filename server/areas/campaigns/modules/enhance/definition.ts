import { sentences } from '#contract/core/sentences.ts'
import {
  freshFor_ms,
  knownInformation,
  minInformation,
  plainInformation,
} from '#contract/identity/advance-information.ts'
import { invalid } from '#server/platform/failure.ts'
import type { CampaignModule } from '../campaign-module.ts'
import { assertInformationType } from '../information-type.ts'
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
import { checkEnhancePlaces, minEnhanceLimit } from './supply.ts'

/** The settings of an Enhance ID campaign. */
export interface EnhanceSettings extends SearchSettings {
  /** How many non-sensitive kinds of information must be known about a person. */
  leastKnown: number
  /** The kinds of information that come with each lead; empty: all non-sensitive ones. */
  information: readonly string[]
}

const complete = { requireEmail: true, requirePhone: true, requireAddress: true }
const freshFor_days = freshFor_ms / 86_400_000

/** Enhance ID: who searches for something becomes a lead if their record is complete, lately verified and rich. */
export const definition: CampaignModule<EnhanceSettings> = {
  events: searchEvents,
  defaults: {
    people: { ...defaultPeople, ...complete },
    settings: { ...searchDefaults, leastKnown: minInformation, information: [] },
  },
  always: complete,
  codec: {
    fields: [...searchFields, 'informationminimum', 'listAdvanceInformationId', 'campaign_information_type'],
    read(fields, before) {
      assertInformationType(fields.campaign_information_type, 'enhance')
      return {
        ...readSearches(fields, before),
        leastKnown: fields.informationminimum ?? before.leastKnown,
        information: readInformation(fields.listAdvanceInformationId) ?? before.information,
      }
    },
    present: ({ leastKnown, information, ...searches }) => ({
      ...presentSearches(searches),
      campaign_information_type: 'enhance',
      informationminimum: leastKnown,
      listAdvanceInformationId: [...information],
    }),
  },
  findBlockers: (_campaign, settings) => findSearchBlockers(settings),
  minLimit: minEnhanceLimit,
  checkPlaces: checkEnhancePlaces,
  promise: async ({ leastKnown }, tx, rootId) => ({ least: await minEnhanceLimit(tx, rootId, 'day'), leastKnown }),
  informationOf: ({ information }) => (information.length > 0 ? information : plainInformation),
  ownStages: {
    ...searchStages,
    record_old: {
      stops: ({ person, at_ms }) => person.verifiedAt_ms < at_ms - freshFor_ms,
      explain: () => ({ text: 'verified_within', values: { days: freshFor_days } }),
    },
    too_little_known: {
      stops: ({ person, settings }) => person.knownFields < settings.leastKnown,
      explain: ({ settings }) => ({ text: 'kinds_known', values: { least: settings.leastKnown } }),
    },
  },
}

/** Deduplicates the kinds, in the catalog's order. */
function readInformation(ids: readonly string[] | undefined): string[] | undefined {
  if (ids === undefined) return undefined
  const knownIds = knownInformation.filter(({ type }) => type === 'enhance').map(({ id }) => id)
  if (ids.some((id) => !knownIds.includes(id))) throw invalid('listAdvanceInformationId', sentences.choice)
  return knownIds.filter((id) => ids.includes(id))
}
