import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { newId } from '../ids.ts'
import { inScope, readAsRoot } from './scope.ts'
import type { Tx } from './tx.ts'

const [rootId, agencyId] = [newId(1), newId(2)]
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const scopeOf = async (tx: Tx): Promise<unknown> =>
  (
    await tx.query(`select nullif(current_setting('app.root_id', true), '') as root,
      nullif(current_setting('app.agency_id', true), '') as agency`)
  ).rows[0]

test('a transaction has the operator’s scope only while it reads as the operator, also if that fails', async () => {
  const narrow = { root: null, agency: agencyId }
  await inScope(db.appPool, { kind: 'agency', rootId, agencyId }, async (tx) => {
    expect(await readAsRoot(tx, rootId, () => scopeOf(tx))).toEqual({ ...narrow, root: rootId })
    expect(await scopeOf(tx)).toEqual(narrow)
    await readAsRoot(tx, rootId, () => Promise.reject(new Error('none'))).catch(() => null)
    expect(await scopeOf(tx)).toEqual(narrow)
  })
})
