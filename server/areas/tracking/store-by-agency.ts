import type { DatabaseError } from 'pg'
import { machineTime, type Clock } from '#server/platform/clock.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Entry } from './hit.ts'

/** The SQLSTATE class with which a cluster's coordinator reports an unreachable server. A single server never returns it. */
const nodeIsAway = /^08/
/** Limits the time that other batches and this batch's requests have to wait. */
const splitWithin_ms = 5_000

/**
 * Stores a batch. If a server of the cluster is unreachable, stores the entries again agency by agency, so that only
 * those of agencies on that server are refused. Returns the refused entries; rejects if the whole batch
 * may be lost.
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
    const refusals = new Set<Item>()
    const until_ms = machineTime(clock) + splitWithin_ms
    for (const part of parts.values()) {
      const isStored = machineTime(clock) < until_ms && (await isDone(store(part), onFailure))
      if (!isStored) for (const item of part) refusals.add(item)
    }
    return refusals
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
