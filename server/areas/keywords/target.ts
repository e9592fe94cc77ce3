import { splitLines } from '#contract/campaigns/campaign.ts'
import { sentences, withNames } from '#contract/core/sentences.ts'
import { splitNames, type queueCount } from '#contract/keywords/counts.ts'
import { findCities } from '#server/areas/campaigns/places/list-places.ts'
import { findUnknownStates, findUnknownZips } from '#server/areas/campaigns/places/find-unknown-places.ts'
import { nameCities } from '#server/areas/campaigns/places/name-cities.ts'
import type { HomePlaces } from '#server/areas/identity/signals/count-searchers.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Input } from '#server/platform/http/route.ts'

type Body = Input<typeof queueCount>['body']

/** Where the counted people live. */
export interface Target {
  location: 'National Targeting' | 'State' | 'Zip Code'
  /** State codes. A state that has cities in `cities` stands for these alone, any other for the whole state. */
  states: string[]
  /** Each with its state: `Austin TX`. */
  cities: string[]
  zips: string[]
}

/** The places of a count. A list that the chosen target does not use is rejected, not silently dropped. */
export async function readTarget(tx: Tx, body: Body): Promise<Target> {
  const location = body.target_location ?? 'National Targeting'
  const states = splitNames(body.states ?? '').sort()
  const cities = splitNames(body.cities ?? '')
  const zips = splitLines(body.zip_code ?? '').sort()
  if (location !== 'State' && states.length > 0) throw invalid('states', sentences.stateTargetOnly)
  if (location !== 'State' && cities.length > 0) throw invalid('cities', sentences.stateTargetOnly)
  if (location !== 'Zip Code' && zips.length > 0) throw invalid('zip_code', sentences.zipTargetOnly)
  if (location === 'State' && states.length === 0) throw invalid('states', 'Select at least 1.')
  if (location === 'Zip Code' && zips.length === 0) throw invalid('zip_code', 'Enter ZIP codes of five digits.')
  const unknownStates = await findUnknownStates(tx, states)
  if (unknownStates.length > 0) throw invalid('states', withNames(sentences.unknownStates, unknownStates))
  const unknownZips = await findUnknownZips(tx, zips)
  if (unknownZips.length > 0) throw invalid('zip_code', withNames(sentences.unknownZips, unknownZips))
  const places = await nameCities(tx, states, cities, 'cities')
  return { location, states, zips, cities: places.map(({ city, state }) => `${city} ${state}`).sort() }
}

const withoutState = (name: string): string => name.replace(/ [A-Za-z]{2}$/, '')

/** Where to look for people: whole states, and the ZIP codes of cities or of the list. Null for everywhere. */
export async function locationsOf(tx: Tx, target: Target): Promise<HomePlaces | null> {
  if (target.location === 'National Targeting') return null
  const cityNames = new Set(target.cities)
  const cities = await findCities(tx, target.states, target.cities.map(withoutState))
  const targetCities = cities.filter(({ city, state }) => cityNames.has(`${city} ${state}`))
  const statesOfCities = new Set(targetCities.map(({ state }) => state))
  return {
    states: target.states.filter((state) => !statesOfCities.has(state)),
    zips: [...target.zips, ...targetCities.flatMap(({ zips }) => zips)],
  }
}
