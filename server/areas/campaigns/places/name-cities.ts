import { sentences, withNames } from '#contract/core/sentences.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import { findCities } from './list-places.ts'

type City = Awaited<ReturnType<typeof findCities>>[number]

/** The maximum number of names in an error. */
const maxNamed = 10

/**
 * Resolves city names, each once: a name alone if exactly one of the states has it, otherwise followed by its state
 * (`Austin TX`). Throws for unknown and ambiguous names, with the given field.
 */
export async function nameCities(
  tx: Tx,
  states: readonly string[],
  names: readonly string[],
  field: string,
): Promise<City[]> {
  if (names.length === 0) return []
  const cities = await findCities(tx, states, names.flatMap(spellings))
  const matches = names.map((name) => ({
    name,
    places: cities.filter((place) => namesOf(place).includes(name.toLowerCase())),
  }))
  const namesIn = (which: typeof matches): string[] => which.slice(0, maxNamed).map(({ name }) => name)
  const strangers = matches.filter(({ places }) => places.length === 0)
  if (strangers.length > 0) throw invalid(field, withNames(sentences.citiesElsewhere, namesIn(strangers)))
  const several = matches.filter(({ places }) => places.length > 1)
  if (several.length > 0) throw invalid(field, withNames(sentences.citiesOfSeveral, namesIn(several)))
  return [...new Set(matches.map(({ places: [place] }) => place!))]
}

const spellings = (name: string): string[] => [name, name.replace(/ [A-Za-z]{2}$/, '')]
const namesOf = ({ city, state }: City): string[] => [city, `${city} ${state}`].map((name) => name.toLowerCase())
