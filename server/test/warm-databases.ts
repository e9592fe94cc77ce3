import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { readOriginal, restoreOriginal, type Original } from './clean-database.ts'

interface Pools {
  appPool: pg.Pool
  ownerPool: pg.Pool
  adminPool: pg.Pool
}

/** A database that may be handed on. */
interface Warm<Database> {
  db: Database
  original: Original
  uses: number
}

/** So many of one kind wait at most: each keeps its connections. */
const maxWaiting = 2
/** The server has two hundred for all workers, and idle ones stay open for a minute. */
const maxConnections = 16
/** Deleted rows stay in the files, so a database is not used forever. */
const maxUses = 40

/**
 * A new database is cold: each of its connections has to read the catalog and plan every statement. So a worker hands a
 * database on from test to test, emptied, as long as nothing shows that it is another than a fresh copy would be.
 */
export class WarmDatabases<Database extends Pools> {
  /** By the sizes of their pools. */
  readonly #waiting = new Map<string, Warm<Database>[]>()

  /** One that waits, or else a new one. */
  async take(kind: string, create: () => Promise<Database>): Promise<Warm<Database>> {
    const waiting = this.#waiting.get(kind)?.pop()
    if (waiting) return waiting
    const db = await create()
    const admin = await db.adminPool.connect()
    try {
      return { db, original: await readOriginal(admin), uses: 0 }
    } finally {
      admin.release()
    }
  }

  /** Empties a database for the next test. False if it must be dropped instead. */
  async giveBack(kind: string, { db, original, uses }: Warm<Database>): Promise<boolean> {
    const isFull = (this.#waiting.get(kind)?.length ?? 0) >= maxWaiting || connectionsOf(db) > maxConnections
    if (isFull || uses >= maxUses || !(await isQuiet(db))) return false
    const [reader, writer] = [await db.adminPool.connect(), await db.adminPool.connect()]
    try {
      const freshOriginal = await restoreOriginal({ reader, writer }, original)
      if (!freshOriginal) return false
      const others = this.#waiting.get(kind) ?? []
      this.#waiting.set(kind, [...others, { db, original: freshOriginal, uses: uses + 1 }])
      return true
    } catch {
      // Whatever a test has done to it: a database that cannot be emptied is dropped.
      return false
    } finally {
      // The pool hands out first what came back last: the reader's plans serve the next tests as well.
      writer.release()
      reader.release()
    }
  }
}

const connectionsOf = ({ appPool, ownerPool, adminPool }: Pools): number =>
  appPool.totalCount + ownerPool.totalCount + adminPool.totalCount

const isIdle = (pool: pg.Pool): boolean => !pool.ending && pool.waitingCount === 0 && pool.idleCount === pool.totalCount

/** Work that a test did not wait for would reach into the next test. */
async function isQuiet(db: Pools): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    if ([db.appPool, db.ownerPool, db.adminPool].every(isIdle)) {
      const { rows } = await db.adminPool.query<{ sessions: number; locks: number }>({
        name: 'sessions of a test database',
        text: `select (select count(*)::int from pg_stat_activity
                        where datname = current_database() and backend_type = 'client backend') as sessions,
                      (select count(*)::int from pg_locks
                        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as locks`,
      })
      if (rows[0]!.sessions <= connectionsOf(db) && rows[0]!.locks === 0) return true
    }
    await sleep(10)
  }
  return false
}
