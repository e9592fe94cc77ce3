import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createClock, type Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createSecrets } from './crypto/secrets.ts'
import { openDatabase } from './database/open.ts'
import { openIdentity } from './database/open-identity.ts'
import { createPools } from './database/pool.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { ensureMasterKey } from './master-key.ts'
import type { Platform } from './platform.ts'
import { createSignals } from './signals.ts'

export interface RunningPlatform {
  platform: Platform
  /** Closes connections, then the embedded database. */
  stop(): Promise<void>
}

/**
 * Opens everything that use cases need. `prepare` migrates each database before anybody reads it. One of identity data alone
 * gets all tables, of which those of tenants stay empty.
 */
export async function startPlatform(
  config: Config,
  log: Logger,
  prepare: (ownerPool: Pool) => Promise<void>,
): Promise<RunningPlatform> {
  const database = await openDatabase(config, (text) => log.info(text))
  const report = (error: Error): void => log.warn({ err: error }, 'a database connection was lost')
  const pools = createPools(database.address, report)
  const identity = openIdentity(config, database.address, report)
  const wait = <T>(ask: () => Promise<T>): Promise<T> =>
    waitForDatabase(ask, (error) => log.warn({ err: error }, 'the database is not responding yet'))
  try {
    for (const { ownerPool } of config.IDENTITY_DATABASE_URL === undefined ? [pools] : [pools, identity]) {
      await wait(() => assertDurable(ownerPool))
      await prepare(ownerPool)
    }
  } catch (error) {
    await identity.close()
    await pools.close()
    await database.stop()
    throw error
  }
  const signals = await wait(() =>
    createSignals(pools.ownerPool, (error) => log.warn({ err: error }, 'signals are unavailable')),
  )
  const clock = createClock()
  const stopFollowing = await wait(() => followClockOffset(pools.appPool, clock, signals.on))
  const platform: Platform = {
    config,
    clock,
    log,
    appPool: pools.appPool,
    ownerPool: pools.ownerPool,
    identityPool: identity.appPool,
    identityOwnerPool: identity.ownerPool,
    secrets: createSecrets(ensureMasterKey(config)),
    signals,
  }
  return {
    platform,
    async stop() {
      stopFollowing()
      await signals.close()
      await identity.close()
      await pools.close()
      await database.stop()
    },
  }
}

/** An acknowledged hit must survive a crash: a server that may lose commits is refused (SEC-16). */
async function assertDurable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`,
  )
  if (rows.length > 0)
    throw new Error(`PostgreSQL may lose commits: ${rows.map(({ name }) => `${name} is off`).join(', ')}`)
}

/** One process can move the demo's clock; all others follow. */
async function followClockOffset(pool: Pool, clock: Clock, on: Platform['signals']['on']): Promise<() => void> {
  const { rows } = await pool.query<{ offset_ms: number }>('select offset_ms from clock_offset')
  clock.setOffset(rows[0]?.offset_ms ?? 0)
  return on('clock', ({ offset_ms }) => clock.setOffset(offset_ms))
}
