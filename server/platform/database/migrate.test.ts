import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { addressFromUrl, createPools } from './pool.ts'

let db: TestDatabase
let folder: string
beforeEach(async () => {
  db = await createEmptyTestDatabase()
  folder = makeTestFolder()
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await db.drop()
})

const file = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const run = (): Promise<string[]> => migrate(db.ownerPool, folder)
const tables = async (): Promise<string[]> => {
  const { rows } = await db.adminPool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1`,
  )
  return rows.map((row) => row.name)
}

/** The migration runner in a separate process. */
function otherProcess(): { child: ReturnType<typeof spawn>; applied: Promise<string[] | null> } {
  const code = `import pg from 'pg'
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    const pool = new pg.Pool(${JSON.stringify(db.address.owner)})
    console.log(JSON.stringify(await migrate(pool, ${JSON.stringify(folder)})))
    await pool.end()`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout!.on('data', (part: Buffer) => (text += part.toString()))
  const migrations = once(child, 'close').then(() => (text ? (JSON.parse(text) as string[]) : null))
  return { child, applied: migrations }
}

describe('migrations', () => {
  test('are applied in order, each once', async () => {
    file('0002-two.sql', 'insert into one values (2)')
    file('0001-one.sql', 'create table one (n integer); insert into one values (1)')
    expect(await run()).toEqual(['0001-one.sql', '0002-two.sql'])
    file('0003-three.sql', 'insert into one values (3)')
    expect(await run()).toEqual(['0003-three.sql'])
    expect(await run()).toEqual([])
    expect((await db.adminPool.query('select n from one')).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  test('are applied once when three processes start together, even if an index is created concurrently', async () => {
    file('0001-one.sql', 'create table one (n integer); insert into one values (1); select pg_sleep(0.3)')
    file('0002-index.sql', '-- no-transaction\ncreate index concurrently if not exists one_n on one (n);\n')
    file('0003-three.sql', 'insert into one values (3)')
    const lists = await Promise.all([1, 2, 3].map(() => otherProcess().applied))
    expect(lists.map((list) => list!.length).toSorted()).toEqual([0, 0, 3])
    expect((await db.adminPool.query('select n from one')).rows).toEqual([{ n: 1 }, { n: 3 }])
  })

  test('killed midway leave only whole files applied, and continue at the next start', async () => {
    file('0001-one.sql', 'create table one (n integer)')
    file('0002-two.sql', 'create table two (n integer); insert into one values (2); select pg_sleep(1)')
    const { child, applied } = otherProcess()
    while (!(await tables()).includes('one')) await sleep(20)
    await sleep(100)
    child.kill('SIGKILL')
    expect(await applied).toBeNull()
    expect(await tables()).toEqual(['one'])
    expect(await run()).toEqual(['0002-two.sql'])
    expect((await db.adminPool.query('select n from one')).rows).toEqual([{ n: 2 }])
  })

  test('that fail are rolled back as a whole file, which the error names', async () => {
    file('0001-one.sql', 'create table one (n integer)')
    file('0002-two.sql', 'create table two (n integer);\nselect 1 / 0')
    await expect(run()).rejects.toThrow('0002-two.sql failed: division by zero')
    expect(await tables()).toEqual(['one'])
  })

  test('without a transaction run statement by statement', async () => {
    file('0001-one.sql', 'create table one (n integer)')
    const statements = 'insert into one values (1);\n-- a remark;\nselect 1 / 0;\ninsert into one values (2);\n'
    file('0002-loose.sql', `-- no-transaction\n${statements}`)
    await expect(run()).rejects.toThrow('0002-loose.sql failed')
    expect((await db.adminPool.query('select n from one')).rows).toEqual([{ n: 1 }])
  })
})

describe('a database is not migrated', () => {
  beforeEach(async () => {
    file('0001-one.sql', 'create table one (n integer)')
    file('0003-three.sql', 'create table three (n integer)')
    await run()
  })

  test('when a file was changed after it was applied', async () => {
    file('0001-one.sql', 'create table one (n bigint)')
    file('0004-four.sql', 'create table four (n integer)')
    await expect(run()).rejects.toThrow(/0001-one.sql was changed after it was applied/)
    expect(await tables()).toEqual(['one', 'three'])
  })

  test('except when only its line endings were changed', async () => {
    file('0001-one.sql', 'create table one\n(n integer)')
    await expect(run()).rejects.toThrow(/changed/)
    file('0001-one.sql', 'create table one (n integer)')
    file('0004-four.sql', 'create table four\n(n integer)')
    await run()
    file('0004-four.sql', 'create table four\r\n(n integer)')
    expect(await run()).toEqual([])
  })

  test('when it is newer than the program', async () => {
    rmSync(join(folder, '0003-three.sql'))
    await expect(run()).rejects.toThrow(/newer than this program: it has 0003-three.sql/)
  })

  test('when a file is inserted before applied ones', async () => {
    file('0002-two.sql', 'create table two (n integer)')
    await expect(run()).rejects.toThrow(/0002-two.sql precedes/)
    expect(await tables()).toEqual(['one', 'three'])
  })

  test.each([
    ['0003-again.sql', /have the same number/],
    ['4-four.sql', /is not named like/],
  ])('when a file is named %s', async (name, message) => {
    file(name, 'create table four (n integer)')
    await expect(run()).rejects.toThrow(message)
    expect(await tables()).toEqual(['one', 'three'])
  })
})

test('on a managed server, an owner who is not a superuser creates the application role and can act as it', async () => {
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    profile: 'test',
    diesWithProgram: true,
  })
  const admin = new pg.Client(server.adminConfig)
  await admin.connect()
  await admin.query('drop database leadloom')
  await admin.query('drop role leadloom_app')
  await admin.query('create role operator login createrole')
  await admin.query('create database theirs owner operator')
  await admin.end()
  const url = `postgres://operator@localhost/theirs?host=${encodeURIComponent(server.socketFolder)}`
  file('0001-one.sql', 'create table one (n integer); grant select on one to leadloom_app')
  const pools = createPools(addressFromUrl(url), () => {})
  await migrate(pools.ownerPool, folder)
  expect(
    (await pools.appPool.query('select current_user::text as me from one right join (select) x on true')).rows,
  ).toEqual([{ me: 'leadloom_app' }])
  await expect(pools.appPool.query('insert into one values (1)')).rejects.toMatchObject({ code: '42501' })
  await pools.close()
  await server.stop()
})
