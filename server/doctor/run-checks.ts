import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Config } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { openIdentity } from '#server/platform/database/open-identity.ts'
import { createPools, type Pools } from '#server/platform/database/pool.ts'
import { settleAddress } from '#server/platform/database/settle-address.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { createClock } from '#server/platform/clock.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { readMasterKeys } from '#server/platform/master-key.ts'
import { checkActivity } from './check-activity.ts'
import { checkBackups } from './check-backups.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkClock, checkDatabase, checkIdentityDatabase } from './check-database.ts'
import { checkGateways } from './check-gateways.ts'
import { checkLedger } from './check-ledger.ts'
import { checkMail } from './check-mail.ts'
import { checkPrivacy } from './check-privacy.ts'
import { checkQueues } from './check-queues.ts'
import { checkResources } from './check-resources.ts'
import { checkSecrets } from './check-secrets.ts'
import { failure, look, type Finding } from './finding.ts'

export type Report = (part: string, findings: readonly Finding[]) => void

/**
 * Checks everything that the program depends on, whether it is running or not, and changes nothing: the embedded server
 * is joined, or started for the duration of the check. Reports part by part.
 */
export async function runChecks(config: Config, report: Report): Promise<void> {
  report('configuration', await look(() => checkConfiguration(config)))
  await runDatabaseChecks(config, report)
  report('backups', await look(() => checkBackups(config, createClock().now())))
  report('mail', await look(() => checkMail(config)))
}

async function runDatabaseChecks(config: Config, report: Report): Promise<void> {
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres')))
    return report('database', [failure('there is no database yet', 'Run npm start: it creates one.')])
  let stop = async (): Promise<void> => {}
  try {
    const database = await openDatabase(config, () => {})
    stop = () => database.stop()
    const address = await settleAddress(database.address)
    const pools = createPools(address, () => {}, { statement_ms: 60_000, driver: config.DATABASE_DRIVER })
    const identity = await openIdentity(config, address, () => {})
    stop = async () => {
      await identity.close()
      await pools.close()
      await database.stop()
    }
    if (config.IDENTITY_DATABASE_URL !== undefined)
      report('identity', await look(() => checkIdentityDatabase(identity)))
    await runPoolChecks(config, { ...pools, identityPool: identity.appPool }, report)
  } catch (error) {
    report('database', [
      failure(
        explainStart(error) ?? `cannot be reached: ${(error as Error).message}`,
        'Check DATABASE_URL and DATA_DIR, and the log next to the data.',
      ),
    ])
  } finally {
    await stop()
  }
}

async function runPoolChecks(config: Config, pools: Pools & { identityPool: Pool }, report: Report): Promise<void> {
  const clock = createClock()
  const findings = await look(async () => [
    ...(await checkDatabase(pools, clock.now())),
    await checkClock(pools.ownerPool, clock.now()),
  ])
  report('database', findings)
  if (findings.some(({ state }) => state === 'failure')) return
  report('resources', await look(() => checkResources(pools.ownerPool, config)))
  const { rows } = await pools.appPool.query<{ offset_ms: number }>('select offset_ms from clock_offset')
  clock.setOffset(rows[0]?.offset_ms ?? 0)
  report(
    'secrets',
    await look(() => {
      const ring = readMasterKeys(config)
      return checkSecrets(pools.appPool, ring && createSecrets(...ring))
    }),
  )
  report('queues', await look(() => checkQueues(pools, clock.now())))
  report('ledger', await look(() => checkLedger(pools.appPool)))
  report('gateways', await look(() => checkGateways(pools.appPool, clock.now())))
  report('activity', await look(() => checkActivity(pools.appPool)))
  report('privacy', await look(() => checkPrivacy(pools.appPool, clock.now())))
}
