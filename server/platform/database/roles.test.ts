import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { StartProblem } from '../start-problem.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { addressFromUrl, createPools, type Pools } from './pool.ts'
import { assertGranted, ensureAppRole } from './roles.ts'

// Most providers give an owner who may not create roles.

const folder = makeTestFolder()
let server: EmbeddedPostgres
let admin: pg.Client
let pools: Pools
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), profile: 'test', diesWithProgram: true })
  admin = new pg.Client(server.adminConfig)
  await admin.connect()
  await admin.query('drop database leadloom')
  await admin.query('drop role leadloom_app')
  await admin.query('create role "The Owner" login')
  await admin.query('create database theirs owner "The Owner"')
  const url = `postgres://The%20Owner@localhost/theirs?host=${encodeURIComponent(server.socketFolder)}`
  pools = createPools(addressFromUrl(url), () => {})
})
afterAll(async () => {
  await pools.close()
  await admin.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Tries as a start does; returns the statement that it asks an administrator to run, or null if it needs none. */
async function ensure(): Promise<string | null> {
  const client = await pools.ownerPool.connect()
  try {
    await ensureAppRole(client)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(StartProblem)
    return /«(.+)»/.exec((error as Error).message)![1]!
  } finally {
    client.release()
  }
}

test('the statement that a start prints for an administrator is all that it needs', async () => {
  const create = await ensure()
  expect(create).toBe('create role leadloom_app nologin role "The Owner"')
  await admin.query('create role leadloom_app nologin')
  const grant = await ensure()
  expect(grant).toBe('grant leadloom_app to "The Owner"')
  await admin.query(grant!)
  expect(await ensure()).toBeNull()
  await admin.query('drop role leadloom_app')
  await admin.query(create!)
  expect(await ensure()).toBeNull()
  expect((await pools.appPool.query('select current_user::text as me')).rows).toEqual([{ me: 'leadloom_app' }])
})

test('a role that would see every tenant is refused, with what to run', async () => {
  await admin.query('alter role leadloom_app bypassrls')
  expect(await ensure()).toBe('alter role leadloom_app nosuperuser nobypassrls')
  await admin.query('alter role leadloom_app nosuperuser nobypassrls')
})

test('tables that were restored without their policies are found', async () => {
  const owner = pools.ownerPool
  await owner.query('create table one (n int); alter table one enable row level security, force row level security')
  await expect(assertGranted(owner)).rejects.toThrow(/^1 tables of this database lack their policies/)
  await owner.query('create policy all_rows on one using (true)')
  await assertGranted(owner)
})
