import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { newId } from '../platform/ids.ts'
import { createPools, type DatabaseAddress, type PoolSizes } from '../platform/database/pool.ts'
import { copyDatabase, dropDatabase } from './administer.ts'
import { enforceOneText } from './enforce-one-text.ts'
import { WarmDatabases } from './warm-databases.ts'

export interface TestDatabase {
  name: string
  address: DatabaseAddress
  appPool: pg.Pool
  ownerPool: pg.Pool
  /** Connections as the superuser, who bypasses row-level security: for assertions, never for what is tested. */
  adminPool: pg.Pool
  drop(): Promise<void>
}

/** A migrated database for one test file: call it at the top; dropped after its tests. */
export async function openTestDatabase(sizes?: PoolSizes): Promise<TestDatabase> {
  const db = await createTestDatabase(sizes)
  afterAll(() => db.drop())
  return db
}

/** The same, but the caller drops it. It may have been another test's before, which leaves no trace. */
export async function createTestDatabase(sizes: PoolSizes = {}): Promise<TestDatabase> {
  const { template, workers } = inject('testServer')
  if (workers.length > 0) return cloneDatabase(template, sizes)
  const kind = JSON.stringify(sizes)
  const warm = await warmDatabases.take(kind, () => cloneDatabase(template, sizes))
  const drop = async (): Promise<void> => {
    if (!(await warmDatabases.giveBack(kind, warm))) await warm.db.drop()
  }
  return { ...warm.db, drop }
}

const warmDatabases = new WarmDatabases<TestDatabase>()

/**
 * A database that no test used before, so that none of its own pools holds a connection: for a test that cuts off all of
 * its database's connections, which those pools would report as a failure.
 */
export const createUnusedTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('testServer').template, {})

/** A database without tables, for tests of migrations. */
export const createEmptyTestDatabase = (): Promise<TestDatabase> => cloneDatabase('template0', {})

/** The database's URL for its owner, as in the environment. */
export const urlOf = ({ name, address: { owner } }: TestDatabase): string =>
  `postgres://${owner.user}@localhost:${owner.port}/${name}?host=${encodeURIComponent(owner.host!)}`

async function cloneDatabase(template: string, sizes: PoolSizes): Promise<TestDatabase> {
  const server = inject('testServer')
  const { host, port } = server
  // Not a count: a test that resets modules would begin it anew, while earlier databases still wait for their next test.
  const name = `test_${process.pid}_${newId(0).replaceAll('-', '')}`
  const config = (user: string, database: string): pg.ClientConfig => ({ host, port, user, database })
  await copyDatabase(server, name, template)
  const address = { owner: config('leadloom_owner', name), app: config('leadloom_app', name) }
  let isDropped = false
  const report = (error: Error): void => {
    // A pool ends shortly before its last connections close, and dropping the database may cut one off.
    if (!isDropped) throw error
  }
  const pools = createPools(address, report, { wait_ms: 10_000, ...sizes })
  enforceOneText(pools.appPool)
  const admin = createPools({ ...address, owner: config('postgres', name) }, report, { owner: 2 })
  return {
    name,
    address,
    appPool: pools.appPool,
    ownerPool: pools.ownerPool,
    adminPool: admin.ownerPool,
    drop: async () => {
      isDropped = true
      await Promise.all([pools.close(), admin.close()])
      await dropDatabase(server, name)
    },
  }
}
