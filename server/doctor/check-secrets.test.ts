import { expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { assertSameMasterKey } from '#server/platform/compare-master-key.ts'
import { createSecrets, type Secrets } from '#server/platform/crypto/secrets.ts'
import { createApp } from '#server/platform/http/app.ts'
import { sealingKeysOf } from '#server/platform/http/sealing-keys.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { accessHooks } from '#server/routes.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { checkSecrets } from './check-secrets.ts'

const db = await openTestDatabase()

test('a program with another master key is found by the doctor, refused by a start and never ready', async () => {
  const platform = await createTestPlatform(db, { clock: createStillClock(Date.UTC(2026, 10, 27)) })
  expect(await checkSecrets(db.appPool, null)).toMatchObject([{ state: 'ok' }])
  await sealingKeysOf(platform).current()
  expect(await checkSecrets(db.appPool, platform.secrets)).toMatchObject([{ state: 'ok' }])
  const otherSecrets = createSecrets(Buffer.alloc(32, 8))
  expect(await checkSecrets(db.appPool, otherSecrets)).toMatchObject([{ state: 'failure' }])
  await expect(assertSameMasterKey(db.ownerPool, otherSecrets)).rejects.toThrow(StartProblem)
  await expect(assertSameMasterKey(db.ownerPool, null)).rejects.toThrow(/master key that is missing/)
  await assertSameMasterKey(db.ownerPool, platform.secrets)
  const readiness = async (secrets: Secrets) => {
    const app = await createApp({ ...platform, secrets }, { routes: [], accessHooks })
    const { statusCode, payload } = await app.inject('/readyz')
    await app.close()
    return `${statusCode} ${payload.trim()}`
  }
  expect(await readiness(platform.secrets)).toBe('200 ready')
  expect(await readiness(otherSecrets)).toBe('503 the stored secrets were encrypted with another master key')
  await platform.close()
})
