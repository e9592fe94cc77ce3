import { maxCities, maxZips, type CampaignFields, type CampaignInput } from '#contract/campaigns/campaign.ts'
import { sentences, withNames } from '#contract/core/sentences.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import { findUnknownStates } from '../places/find-unknown-places.ts'
import { readZipsOfStates } from '../places/list-places.ts'
import { nameCities } from '../places/name-cities.ts'

/** Converts `require` and `city` into the regular fields (decision 99). */
export async function expandFields(
  tx: Tx,
  { require, city, ...fields }: CampaignInput,
): Promise<Partial<CampaignFields>> {
  return { ...fields, ...readRequired(wordsOf(require)), ...(await readPlaces(tx, fields, wordsOf(city))) }
}

/** Names as a list, or as text separated by commas, semicolons or line breaks; deduplicated. */
const wordsOf = (words: string | readonly string[] = ''): string[] => {
  const names = typeof words === 'string' ? words.split(/[,;\n]/) : words
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))]
}

const requirements: Readonly<Record<string, Partial<CampaignFields>>> = {
  email: { requiresEmail: true },
  phone: { requiresPhone: true },
  address: { requiresAddress: true },
}

function readRequired(words: readonly string[]): Partial<CampaignFields> {
  const lowerCase = words.map((word) => word.toLowerCase())
  if (lowerCase.some((word) => !Object.hasOwn(requirements, word))) throw invalid('require', sentences.require)
  return Object.assign({}, ...lowerCase.map((word) => requirements[word]))
}

/** A state with listed cities means only those cities, any other state means all of it. */
async function readPlaces(
  tx: Tx,
  { state: states = [], locationTarget, isNational, zip = '' }: Partial<CampaignFields>,
  names: readonly string[],
): Promise<Partial<CampaignFields>> {
  if (names.length === 0) return {}
  if (names.length > maxCities) throw invalid('city', sentences.tooMany.replace('{n}', String(maxCities)))
  if (locationTarget !== 'State' || isNational === true || zip.trim() !== '')
    throw invalid('city', sentences.stateTargetOnly)
  if (states.length === 0) throw invalid('state', sentences.state)
  const unknownStates = await findUnknownStates(tx, states)
  if (unknownStates.length > 0) throw invalid('state', withNames(sentences.unknownStates, unknownStates))
  const cities = await nameCities(tx, states, names, 'city')
  const statesOfCities = new Set(cities.map(({ state }) => state))
  const zipsOfStates = await readZipsOfStates(
    tx,
    states.filter((code) => !statesOfCities.has(code)),
  )
  const zips = new Set([...cities.flatMap((city) => city.zips), ...zipsOfStates])
  if (zips.size > maxZips) throw invalid('city', sentences.tooMany.replace('{n}', String(maxZips)))
  return { locationTarget: 'Zip Code', state: [], zip: [...zips].sort().join('\n') }
}
