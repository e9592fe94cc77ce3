import { expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestDatabase } from '#server/test/harness.ts'
import { dropOldSignals, makeSignalDays } from './signal-days.ts'
import { writeSignals } from './write-signals.ts'

const day_ms = 86_400_000

test('identity data in a database of its own gets its days there, and old searches are deleted there', async () => {
  const elsewhere = await createTestDatabase()
  const clock = createStillClock(Date.UTC(2026, 10, 27, 12))
  const platform = { identityPool: elsewhere.appPool, identityOwnerPool: elsewhere.ownerPool, clock }
  await makeSignalDays(platform)
  const client = await elsewhere.appPool.connect()
  await writeSignals(client, [{ personId: 1, text: 'roof repair', kind: 'search', at_ms: clock.now(), zip: null }])
  client.release()
  const count = async () => (await elsewhere.adminPool.query('select from signal')).rowCount
  expect(await count()).toBe(1)
  clock.advance(32 * day_ms)
  await dropOldSignals(platform)
  expect(await count()).toBe(0)
  await elsewhere.drop()
})
