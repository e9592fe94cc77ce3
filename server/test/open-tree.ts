import { afterAll } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import { makeTree, type TestTree } from './factories.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'

export interface OpenTree {
  db: TestDatabase
  tree: TestTree
  http: TestApp
}
type Options = Parameters<typeof createTestApp>[1]

/** A tree of tenants with its own program, for one test file: call it at the top; closed after the tests. */
export async function openTree(options?: Options): Promise<OpenTree> {
  const { close, ...open } = await startTree(options)
  afterAll(close)
  return open
}

/** The same, but the caller closes it: one test, or a file that moves its clock. */
export async function startTree(options?: Options): Promise<OpenTree & { close(): Promise<void> }> {
  const db = await createTestDatabase()
  const tree = await makeTree(db)
  const http = await createTestApp(db, options)
  const close = async (): Promise<void> => {
    await http.close()
    await db.drop()
  }
  return { db, tree, http, close }
}
