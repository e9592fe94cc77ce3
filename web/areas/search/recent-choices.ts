import { withRecent, type Hit } from './matching.ts'

/**
 * What each person chose last is stored on the device by key. Only pages, settings and actions are: companies,
 * campaigns and people stay in memory until the page reloads, so that their names do not remain on the device.
 */
const nameOf = (personId: string): string => `recent_places_${personId}`

let memory: { personId: string; keys: readonly string[]; foundHits: Map<string, Hit> } | undefined

function memoryOf(personId: string): NonNullable<typeof memory> {
  if (memory?.personId !== personId) memory = { personId, keys: readKeys(personId), foundHits: new Map() }
  return memory
}

function readKeys(personId: string): string[] {
  try {
    const keys: unknown = JSON.parse(localStorage.getItem(nameOf(personId)) ?? '[]')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** The latest choices, most recent first. A place that the person may no longer open is not among `places`. */
export function recentHits(personId: string, places: readonly Hit[]): readonly Hit[] {
  const { keys, foundHits } = memoryOf(personId)
  return keys.flatMap((key) => places.find((place) => place.key === key) ?? foundHits.get(key) ?? [])
}

export function rememberHit(personId: string, hit: Hit, isPlace: boolean): void {
  const before = memoryOf(personId)
  if (!isPlace) before.foundHits.set(hit.key, hit)
  const keys = withRecent(before.keys, hit.key)
  memory = { ...before, keys }
  localStorage.setItem(nameOf(personId), JSON.stringify(keys.filter((key) => !before.foundHits.has(key))))
}
