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

/** A tree of tenants behind a program of its own, for the tests of one file: asked for at its top, gone after them. */
export async function openTree(options?: Options): Promise<OpenTree> {
  const { close, ...open } = await startTree(options)
  afterAll(close)
  return open
}

/** The same for whoever closes it: one test, or a file that changes its clock. */
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
