import pg, { type DatabaseError, type Pool, type PoolClient } from 'pg'
import { machineTime, type Clock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Platform } from '#server/platform/platform.ts'
import { newId } from '#server/platform/ids.ts'
import { followEvery_ms, isReadOnly, readOnlyMode, sharedFor_ms } from '#server/platform/read-only-mode.ts'
import { signal } from '#server/platform/signals.ts'
import { createGroupCommit, type GroupCommit, type Waiting } from './group-commit.ts'
import type { Entry } from './hit.ts'
import { createSpool } from './spool.ts'
import { batchByRoot, createWriteBatches, type HitConnection } from './write-entries.ts'

const pause_ms = 40
/** A notification holds 8,000 bytes. */
const maxAgencies = 150

interface HitNotifier {
  /** Notifies the resolvers that these agencies have new hits: immediately, but at most once every few milliseconds. */
  notify(agencyIds: Iterable<string>): void
  stop(): void
}

/**
 * Wakes the resolvers. Sent after the commit and not inside it, because PostgreSQL serializes the commits of
 * transactions with a notification; resolvers also poll, so a lost signal loses no hit.
 */
function createHitNotifier(pool: Pool, warn: (error: unknown) => void): HitNotifier {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const send = (): void => {
    timer = undefined
    if (waiting.size === 0) return
    const agencyIds = [...waiting].slice(0, maxAgencies)
    waiting = new Set([...waiting].slice(maxAgencies))
    timer = setTimeout(send, pause_ms)
    timer.unref()
    inScope(pool, { kind: 'none' }, (tx) => signal(tx, { kind: 'hits', agencyIds })).catch(warn)
  }
  return {
    notify(agencyIds) {
      for (const id of agencyIds) waiting.add(id)
      if (!timer) send()
    },
    stop: () => clearTimeout(timer),
  }
}

/** An entry with the request that waits for it. */
export interface WaitingEntry extends Waiting {
  entry: Entry
}

const touchEvery_ms = 10_000
const maxTouched = 10_000
const maxInBatch = 1_000
/** While one batch waits for the disk, the next is processed. */
const maxWriting = 2
const connectWithin_ms = 1_000
/** While a database is starting up, not every hit probes whether it is ready. */
const reconnectAfter_ms = 50
const answerWithin_ms = 10_000
/** PostgreSQL's error when no partition accepts a row: the table has only checks of this kind. */
const noPartition = '23514'

/**
 * Stores entries in groups, on dedicated connections, so that slow calls elsewhere never delay hits. `onMissingDay` is
 * called if hits name a day that has no partition.
 */
export function createStore(
  platform: Platform,
  maxWaiting: number,
  onMissingDay: () => void,
): GroupCommit<WaitingEntry> {
  const { clock, log } = platform
  const connections = createConnections(platform.appPool, (error) =>
    log.warn({ err: error }, 'a database connection for hits was lost'),
  )
  const notifier = createHitNotifier(platform.appPool, (error) =>
    log.warn({ err: error }, 'resolvers could not be notified of hits'),
  )
  const writeBatches = createWriteBatches(clock)
  const touchedAt = new Map<string, number>()

  const store = async (items: WaitingEntry[]): Promise<void> => {
    const now_ms = clock.now()
    const isDue = (campaignId: string): boolean => now_ms - (touchedAt.get(campaignId) ?? -Infinity) >= touchEvery_ms
    const batches = batchByRoot(
      items.map((item) => item.entry),
      isDue,
    )
    // If a connection is free, nothing is awaited first: the statements are sent before this function first yields, and
    // the database works while the responses of the previous batch are written.
    const connection = connections.free() ?? (await connections.open())
    let failure: Error | undefined
    try {
      const touchedNow = await writeBatches(connection, batches, now_ms)
      if (touchedAt.size > maxTouched) touchedAt.clear()
      for (const campaignId of touchedNow) touchedAt.set(campaignId, now_ms)
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      connections.release(connection, failure)
    }
    notifier.notify(batches.flatMap(({ hits }) => hits.map((hit) => hit.pixel.agencyId)))
  }

  const complain = atMostEverySecond(platform)
  const onFailure = (error: unknown): void => {
    complain(error)
    if ((error as DatabaseError).code === noPartition) onMissingDay()
  }
  const spool = createSpool(platform.config, newId(clock.now()))
  const group = createGroupCommit<WaitingEntry>({
    write: (items) =>
      isReadOnly(platform)
        ? spool.keep(items.map(({ entry }) => entry)).then(() => undefined)
        : storeByAgency(items, store, onFailure, clock),
    maxWaiting,
    maxInBatch,
    maxWriting,
    onFailure,
  })
  const storeLater = (entries: readonly Entry[]): Promise<boolean> =>
    Promise.all(
      entries.map((entry) => new Promise<boolean>((settle) => void (group.add({ entry, settle }) || settle(false)))),
    ).then((all) => all.every(Boolean))
  const following = followMode(platform, () => spool.giveBack(storeLater))
  return {
    add: group.add,
    async close() {
      await following.stop()
      await group.close()
      notifier.stop()
      await connections.close()
    },
  }
}

/** Keeps in mind whether the program is in read-only mode, and gives back what was kept meanwhile, also by processes that ended. */
function followMode(platform: Platform, giveBack: () => Promise<void>): { stop(): Promise<void> } {
  let wasReadOnly = true
  const look = async (): Promise<void> => {
    const isNow = (await readOnlyMode(platform, sharedFor_ms)) !== null
    if (wasReadOnly && !isNow) await giveBack()
    wasReadOnly = isNow
  }
  const complain = (error: unknown): void => platform.log.error({ err: error }, 'kept hits were not stored yet')
  let work = look().catch(complain)
  const timer = setInterval(() => {
    work = work.then(look).catch(complain)
  }, followEvery_ms)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await work
    },
  }
}

interface Connections {
  /** An open, idle connection, if there is one right now. */
  free(): HitConnection | undefined
  open(): Promise<HitConnection>
  /** Closes a connection that failed, because its state is unknown. */
  release(connection: HitConnection, failure?: Error): void
  close(): Promise<void>
}

/** Pipelined connections with the same settings as the application's. */
function createConnections(appPool: Pool, warn: (error: Error) => void): Connections {
  const pool = new pg.Pool({
    ...appPool.options,
    max: maxWriting,
    pipeline: true,
    connectionTimeoutMillis: connectWithin_ms,
    // A server that hangs must not keep requests waiting forever.
    query_timeout: answerWithin_ms,
  })
  let idle: HitConnection[] = []
  let away: { error: unknown } | undefined
  pool.on('error', warn)
  const connect = async (): Promise<HitConnection> => {
    const client = await pool.connect()
    client.on('error', () => {
      const connection = idle.find((one) => one.client === client)
      idle = idle.filter((one) => one !== connection)
      connection?.client.release(true)
    })
    try {
      return { client, hitType: await readHitType(client) }
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  return {
    free: () => idle.pop(),
    async open() {
      if (away) throw away.error
      try {
        return await connect()
      } catch (error) {
        away = { error }
        setTimeout(() => (away = undefined), reconnectAfter_ms).unref()
        throw error
      }
    },
    release(connection, failure) {
      if (failure) connection.client.release(failure)
      else idle.push(connection)
    },
    async close() {
      const open = idle
      idle = []
      for (const { client } of open) client.release()
      await pool.end()
    },
  }
}

async function readHitType(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ type: number }>(`select 'checked_hit'::regtype::oid::bigint as type`)
  return rows[0]!.type
}

/** While the database is down, hundreds of batches a second fail with the same error. */
function atMostEverySecond({ clock, log }: Platform): (error: unknown) => void {
  let last_ms = -Infinity
  return (error) => {
    const now_ms = clock.now()
    if (Math.abs(now_ms - last_ms) < 1_000) return
    last_ms = now_ms
    log.error({ err: error }, 'hits could not be stored; clients were asked to retry')
  }
}

/** The SQLSTATE class with which a cluster's coordinator reports an unreachable server. A single server never returns it. */
const nodeIsAway = /^08/
/** Limits the time that other batches and this batch's requests have to wait. */
const splitWithin_ms = 5_000

/**
 * Stores a batch. If a server of the cluster is unreachable, stores the entries again agency by agency, so that only
 * those of agencies on that server are refused. Returns the refused entries; rejects if the whole batch
 * may be lost.
 */
async function storeByAgency<Item extends { entry: Entry }>(
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
