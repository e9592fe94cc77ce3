import { getHeapSpaceStatistics } from 'node:v8'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { inScope } from './scope.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ app: 2 })
})
afterAll(() => db.drop())

const rows = `select md5(i::text) as id, repeat('x', 500) || i as fields from generate_series(1, 1000) i`

/** The heap space for objects that survive two minor garbage collections, cleared by a major one. */
const longLived_mb = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size / 1e6

test('rows that are no longer referenced are freed by the next minor garbage collection', async () => {
  const readRows = (): Promise<unknown> => inScope(db.appPool, { kind: 'none' }, (tx) => tx.query(rows))
  for (let step = 0; step < 20; step++) await readRows()
  let kept_mb = 0
  // 120 MB of rows.
  for (let step = 0; step < 200; step++) {
    const before_mb = longLived_mb()
    await readRows()
    kept_mb += Math.max(0, longLived_mb() - before_mb)
  }
  expect(kept_mb).toBeLessThan(30)
})
