import { expect, test } from 'vitest'
import { createTestDatabase, createUnusedTestDatabase } from './harness.ts'

test('each test database is migrated, isolated from the others, and gone when dropped', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await first.ownerPool.query('create table mine (n integer)')
  const facts = `select to_regclass('schema_migration') is not null as migrated, to_regclass('mine') is not null as mine`
  expect((await first.ownerPool.query(facts)).rows).toEqual([{ migrated: true, mine: true }])
  expect((await second.ownerPool.query(facts)).rows).toEqual([{ migrated: true, mine: false }])
  await first.drop()
  const databases = await second.adminPool.query('select from pg_database where datname = $1', [first.name])
  expect(databases.rowCount).toBe(0)
  await second.drop()
})

test('the application role cannot create tables; the administrator bypasses every policy', async () => {
  const db = await createTestDatabase()
  await expect(db.appPool.query('create table own (n integer)')).rejects.toMatchObject({ code: '42501' })
  const { rows } = await db.adminPool.query('select rolsuper from pg_roles where rolname = current_user')
  expect(rows).toEqual([{ rolsuper: true }])
  await db.drop()
})

test('a database that no test used before has no connection that a test could cut off', async () => {
  const handedOn = await createTestDatabase()
  await handedOn.drop()
  const db = await createUnusedTestDatabase()
  expect(db.name).not.toBe(handedOn.name)
  expect([db.appPool.totalCount, db.ownerPool.totalCount, db.adminPool.totalCount]).toEqual([0, 0, 0])
  await db.drop()
})

test('a prepared statement has one text, on every connection', async () => {
  const db = await createTestDatabase()
  const [one, second] = await Promise.all([db.appPool.connect(), db.appPool.connect()])
  const first = { name: 'once', text: 'select 1 as n' }
  expect((await one.query(first)).rows).toEqual([{ n: 1 }])
  expect((await second.query(first)).rows).toEqual([{ n: 1 }])
  expect(() => second.query({ name: 'once', text: 'select 2 as n' })).toThrow('once has two texts')
  one.release()
  second.release()
  await db.drop()
})
