import type { DatabaseError } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Entry } from './hit.ts'

/** How the coordinator of a cluster says that it does not reach one of its servers. A single server never says so. */
const nodeIsAway = /^08/
/** Other batches wait meanwhile, and so do the requests of this one. */
const splitWithin_ms = 5_000

/**
 * Stores a batch whole. Where that fails since a server of the cluster is away, the entries of each agency once more by
 * themselves, so that only those of agencies on that server are refused. Answers what could not be stored; rejects when
 * that may be everything.
 */
export async function storeByAgency<Item extends { entry: Entry }>(
  items: Item[],
  store: (items: Item[]) => Promise<void>,
  onFailure: (error: unknown) => void,
  clock: Clock,
): Promise<Set<Item> | undefined> {
  try {
    await store(items)
    return undefined
  } catch (error) {
    const parts = nodeIsAway.test((error as DatabaseError).code ?? '') ? groupBy(items, agencyOf) : undefined
    if (!parts || parts.size < 2) throw error
    onFailure(error)
    const refused = new Set<Item>()
    const until_ms = clock.now() + splitWithin_ms
    for (const part of parts.values()) {
      const isStored = clock.now() < until_ms && (await isDone(store(part), onFailure))
      if (!isStored) for (const item of part) refused.add(item)
    }
    return refused
  }
}

const agencyOf = ({ entry }: { entry: Entry }): string => ('hit' in entry ? entry.hit.pixel : entry.pixel).agencyId

const isDone = (work: Promise<void>, onFailure: (error: unknown) => void): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      onFailure(error)
      return false
    },
  )
