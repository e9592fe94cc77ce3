import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createClock, type Clock } from './clock.ts'
import { assertSameMasterKey } from './compare-master-key.ts'
import type { Config } from './config.ts'
import { createSecrets } from './crypto/secrets.ts'
import { durabilityFault, encodingFault, readServer, versionFault } from './database/check-server.ts'
import { openDatabase, type OpenDatabase } from './database/open.ts'
import { openIdentity } from './database/open-identity.ts'
import { createPools } from './database/pool.ts'
import { assertGranted } from './database/roles.ts'
import { settleAddress } from './database/settle-address.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { markFilesFolder, storesFiles } from './files-folder.ts'
import { newId } from './ids.ts'
import { ensureMasterKeys, readMasterKeys } from './master-key.ts'
import type { Platform } from './platform.ts'
import { createSignals } from './signals.ts'
import { StartProblem } from './start-problem.ts'

export interface RunningPlatform {
  platform: Platform
  /** Closes connections, then the embedded database. */
  stop(): Promise<void>
}

/** Waits for a part of the start; a program that is told to stop meanwhile makes it fail at once. */
type Wait = <T>(part: Promise<T>) => Promise<T>

/** Prepares a database; `assertKey` throws `StartProblem` if its secrets were sealed with another master key. */
type Prepare = (ownerPool: Pool, assertKey: () => Promise<void>) => Promise<void>

/**
 * Opens everything that use cases need. `prepare` migrates each database before anybody reads it. One of identity data alone
 * gets all tables, of which those of tenants stay empty. A start that fails leaves no server of its own running.
 */
export async function startPlatform(
  config: Config,
  log: Logger,
  prepare: Prepare,
  wait: Wait = (part) => part,
): Promise<RunningPlatform> {
  const database = await openDatabase(config, (text) => log.info(text))
  try {
    return await wait(openPlatform(config, log, database, prepare))
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function openPlatform(
  config: Config,
  log: Logger,
  database: OpenDatabase,
  prepare: Prepare,
): Promise<RunningPlatform> {
  const report = (error: Error): void => log.warn({ err: error }, 'a database connection was lost')
  const wait = <T>(ask: () => Promise<T>): Promise<T> =>
    waitForDatabase(ask, (error) => log.warn({ err: error }, 'the database is not responding yet'))
  const address = await wait(() => settleAddress(database.address))
  const identity = await wait(() => openIdentity(config, address, report))
  const pools = createPools(address, report, {
    app: config.APP_CONNECTIONS,
    owner: config.OWNER_CONNECTIONS,
    driver: config.DATABASE_DRIVER,
  })
  const close = (): Promise<unknown> => Promise.all([identity.close(), pools.close()])
  try {
    for (const { ownerPool } of config.IDENTITY_DATABASE_URL === undefined ? [pools] : [pools, identity]) {
      await wait(() => assertUsable(ownerPool))
      const ring = readMasterKeys(config)
      await prepare(ownerPool, () => assertSameMasterKey(ownerPool, ring && createSecrets(...ring)))
      await assertGranted(ownerPool)
    }
    const signals = await wait(() =>
      createSignals(pools.ownerPool, (error) => log.warn({ err: error }, 'signals are unavailable')),
    )
    const clock = createClock()
    if (storesFiles(config)) await noteFilesFolder(pools.ownerPool, config, log, newId(clock.now()))
    const stopFollowing = await wait(() => followClockOffset(pools.appPool, clock, signals.on))
    return {
      platform: {
        config,
        clock,
        log,
        appPool: pools.appPool,
        ownerPool: pools.ownerPool,
        identityPool: identity.appPool,
        identityOwnerPool: identity.ownerPool,
        secrets: createSecrets(...ensureMasterKeys(config)),
        signals,
      },
      async stop() {
        stopFollowing()
        await signals.close()
        // A connection that somebody still holds must not keep the server from being stopped.
        await Promise.race([close(), sleep(closing_ms, undefined, { ref: false })])
        await database.stop()
      },
    }
  } catch (error) {
    await Promise.race([close(), sleep(closing_ms, undefined, { ref: false })])
    throw error
  }
}

/** A machine whose files are elsewhere still serves everything else. */
async function noteFilesFolder(ownerPool: Pool, config: Config, log: Logger, freshId: string): Promise<void> {
  const { state } = await markFilesFolder(ownerPool, config, freshId)
  if (state === 'another') log.warn('files are not in the folder that the other machines use: run the doctor')
}

const closing_ms = 5_000

/** Refuses a server or database on which the program would lose or garble data. */
async function assertUsable(pool: Pool): Promise<void> {
  const server = await readServer(pool)
  const fault = versionFault(server) ?? encodingFault(server) ?? durabilityFault(server)
  if (fault) throw new StartProblem(`${fault.text.charAt(0).toUpperCase()}${fault.text.slice(1)}. ${fault.advice}`)
}

/** One process can move the demo's clock; all others follow. */
async function followClockOffset(pool: Pool, clock: Clock, on: Platform['signals']['on']): Promise<() => void> {
  const { rows } = await pool.query<{ offset_ms: number }>('select offset_ms from clock_offset')
  clock.setOffset(rows[0]?.offset_ms ?? 0)
  return on('clock', ({ offset_ms }) => clock.setOffset(offset_ms))
}
