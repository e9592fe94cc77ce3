import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { inScope } from './scope.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('a scope reads its setting', async () => {
  const id = '0190f5fe-7c00-7000-8000-000000000001'
  const rows = await inScope(
    db.appPool,
    { kind: 'agency', rootId: id, agencyId: id },
    async (tx) =>
      (await tx.query<{ a: string; u: string }>(`select current_setting('app.agency_id', true) a, current_user u`))
        .rows,
  )
  expect(rows).toEqual([{ a: id, u: 'leadloom_app' }])
})
