import { pino } from 'pino'
import { serviceSettings } from '../areas/integrations/connectors/service-settings.ts'
import { createClock, type Clock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets } from '../platform/crypto/secrets.ts'
import type { Platform } from '../platform/platform.ts'
import { createSignals } from '../platform/signals.ts'
import type { TestDatabase } from './harness.ts'

export interface TestPlatform extends Platform {
  close(): Promise<void>
}

/** A platform on a test's own database. It logs nothing unless TEST_LOG sets a level. */
export async function createTestPlatform(
  db: Pick<TestDatabase, 'appPool' | 'ownerPool'>,
  options: { clock?: Clock; env?: Record<string, string>; identityPool?: Platform['identityPool'] } = {},
): Promise<TestPlatform> {
  const config = readConfig({ NODE_ENV: 'test', ...options.env }, serviceSettings)
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const signals = await createSignals(db.ownerPool, (error) => log.warn({ err: error }, 'signals'))
  return {
    config,
    clock: options.clock ?? createClock(),
    log,
    appPool: db.appPool,
    ownerPool: db.ownerPool,
    identityPool: options.identityPool ?? db.appPool,
    identityOwnerPool: db.ownerPool,
    secrets: createSecrets(Buffer.alloc(32, 7)),
    signals,
    close: () => signals.close(),
  }
}
