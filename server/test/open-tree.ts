import { afterAll } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import { makeTree, type TestTree } from './factories.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'

/** A tree of tenants behind a program of its own, for the tests of one file: asked for at its top, gone after them. */
export async function openTree(
  options?: Parameters<typeof createTestApp>[1],
): Promise<{ db: TestDatabase; tree: TestTree; http: TestApp }> {
  const db = await createTestDatabase()
  afterAll(() => db.drop())
  const tree = await makeTree(db)
  const http = await createTestApp(db, options)
  afterAll(() => http.close())
  return { db, tree, http }
}
