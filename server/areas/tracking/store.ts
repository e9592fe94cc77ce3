import pg, { type Pool } from 'pg'
import type { Platform } from '#server/platform/platform.ts'
import { createGroupCommit, type GroupCommit, type Waiting } from './group-commit.ts'
import type { Entry } from './hit.ts'
import { createHurry } from './hurry.ts'
import { batchByRoot, writeBatches } from './write-entries.ts'

/** An entry with the request that waits for it. */
export interface WaitingEntry extends Waiting {
  entry: Entry
}

export interface Store extends GroupCommit<WaitingEntry> {
  close(): Promise<void>
}

const touchEvery_ms = 10_000
const mostTouched = 10_000
const mostInBatch = 1_000
const connectWithin_ms = 1_000
const answerWithin_ms = 10_000

/** Stores entries in groups, on a connection of its own: slow calls of others never hold hits up. */
export function createStore(platform: Platform, mostWaiting: number): Store {
  const { clock, log } = platform
  const pool = createFlushPool(platform.appPool, (error) => log.warn({ err: error }, 'the connection for hits broke'))
  const hurry = createHurry(platform.appPool, (error) => log.warn({ err: error }, 'resolvers were not told of hits'))
  const touched = new Map<string, number>()
  const complain = atMostEverySecond(platform)

  const write = async (items: WaitingEntry[]): Promise<void> => {
    const now_ms = clock.now()
    const isDue = (campaignId: string): boolean => now_ms - (touched.get(campaignId) ?? -Infinity) >= touchEvery_ms
    const batches = batchByRoot(
      items.map((item) => item.entry),
      isDue,
    )
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const touchedNow = await writeBatches(client, batches, now_ms)
      if (touched.size > mostTouched) touched.clear()
      for (const campaignId of touchedNow) touched.set(campaignId, now_ms)
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      // After a failure nobody knows in which state the connection is.
      client.release(broken)
    }
    hurry.tell(batches.flatMap(({ hits }) => hits.map((hit) => hit.pixel.agencyId)))
  }

  const group = createGroupCommit<WaitingEntry>({
    write,
    mostWaiting,
    mostInBatch,
    onFailure: (error) => complain(error),
  })
  return {
    add: group.add,
    get waiting() {
      return group.waiting
    },
    async close() {
      await group.close()
      hurry.stop()
      await pool.end()
    },
  }
}

function createFlushPool(appPool: Pool, warn: (error: Error) => void): Pool {
  const pool = new pg.Pool({
    ...appPool.options,
    max: 1,
    pipeline: true,
    connectionTimeoutMillis: connectWithin_ms,
    // A server that stands still must not let requests wait for ever.
    query_timeout: answerWithin_ms,
  })
  pool.on('error', warn)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A database that is away fails hundreds of batches a second with the same words. */
function atMostEverySecond({ clock, log }: Platform): (error: unknown) => void {
  let last_ms = -Infinity
  return (error) => {
    const now_ms = clock.now()
    if (Math.abs(now_ms - last_ms) < 1_000) return
    last_ms = now_ms
    log.error({ err: error }, 'hits could not be stored; their senders were asked to try again')
  }
}
