import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createEmptyTestDatabase, createTestDatabase, urlOf } from '#server/test/harness.ts'
import { checkQueues } from './check-queues.ts'
import { runChecks } from './run-checks.ts'

test('the doctor looks at identity data that has a database of its own', async () => {
  const ownDatabase = await createTestDatabase()
  const elsewhere = await createEmptyTestDatabase()
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: urlOf(ownDatabase),
    IDENTITY_DATABASE_URL: urlOf(elsewhere),
  })
  const look = async (): Promise<string> => {
    const texts: string[] = []
    await runChecks(config, (part, findings) => {
      if (part === 'identity') texts.push(...findings.map(({ state, text }) => `${state}: ${text}`))
    })
    return texts.join('\n')
  }
  expect(await look()).toContain('failure: the database is empty')
  await migrate(elsewhere.ownerPool)
  expect(await look()).toMatch(/^ok: all \d+ migrations are applied$/m)

  const queues = async () =>
    JSON.stringify(await checkQueues({ ...ownDatabase, identityPool: elsewhere.appPool }, Date.UTC(2026, 10, 27)))
  expect(await queues()).toContain('the watermarks belong to this server')
  await elsewhere.adminPool.query('update searchers_watermark set done_tx = 1000000000000000')
  expect(await queues()).toContain('the watermarks of searches are from another server')
  await Promise.all([ownDatabase.drop(), elsewhere.drop()])
})
