import { expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { sealingKeysOf } from '#server/platform/http/sealing-keys.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { checkSecrets } from './check-secrets.ts'

const db = await openTestDatabase()

test('the doctor finds a program that was started with another master key', async () => {
  const platform = await createTestPlatform(db, { clock: createStillClock(Date.UTC(2026, 10, 27)) })
  expect(await checkSecrets(db.appPool, null)).toMatchObject([{ state: 'ok' }])
  await sealingKeysOf(platform).current()
  expect(await checkSecrets(db.appPool, platform.secrets)).toMatchObject([{ state: 'ok' }])
  const other = createSecrets(Buffer.alloc(32, 8))
  expect(await checkSecrets(db.appPool, other)).toMatchObject([{ state: 'failure' }])
  await platform.close()
})
