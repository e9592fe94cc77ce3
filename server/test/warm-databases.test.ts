import pg from 'pg'
import { expect, test } from 'vitest'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { makeTree } from './factories.ts'
import { createTestDatabase, urlOf, type TestDatabase } from './harness.ts'

// A worker hands its databases on from test to test: emptied, or not at all.

/** Of a kind that only these tests use, so that each gets the one that the other has dropped. */
const create = (): Promise<TestDatabase> => createTestDatabase({ app: 3 })

/** What a fresh copy of the template contains: the rows of every table, partitions, and the next value of a sequence. */
async function contentOf({ adminPool }: TestDatabase): Promise<unknown> {
  const { rows } = await adminPool.query<{ name: string; rows: string }>(
    `select relname as name, query_to_xml(format('select count(*), max(t::text) from %s t', oid::regclass), true, true, '')::text as rows
       from pg_class where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      order by 1`,
  )
  const next = await adminPool.query<{ next: string }>(`select nextval('reading_order') as next`)
  return { tables: Object.fromEntries(rows.map((row) => [row.name, row.rows])), next: next.rows[0]!.next }
}

test('the next test gets what a fresh copy contains', async () => {
  const first = await create()
  const fresh = await contentOf(first)
  await makeTree(first)
  await ensureDayPartitions(first.ownerPool, 'visit', Date.now(), { daysBack: 1, daysAhead: 1 })
  await first.adminPool.query('update clock_offset set offset_ms = 5; delete from signal_watermark')
  await first.adminPool.query(`update document set title = 'Another'`)
  await first.adminPool.query(`select graphile_worker.add_job('some_job')`)
  await first.drop()
  const second = await create()
  expect(second.name).toBe(first.name)
  expect(await contentOf(second)).toEqual(fresh)
  await second.drop()
})

const openAll = (pool: pg.Pool): Promise<unknown>[] =>
  Array.from({ length: pool.options.max }, () => pool.query('select pg_sleep(0.2)'))

const traces: readonly [string, (db: TestDatabase) => Promise<unknown>][] = [
  ['a table', ({ adminPool }) => adminPool.query('create table left_over (n integer)')],
  ['a column', ({ adminPool }) => adminPool.query('alter table lead add column left_over integer')],
  ['a constraint', ({ adminPool }) => adminPool.query('alter table lead add check (false) not valid')],
  ['a disabled trigger', ({ adminPool }) => adminPool.query('alter table activity disable trigger user')],
  ['a policy', ({ adminPool }) => adminPool.query('create policy left_over on lead using (true)')],
  ['a grant', ({ adminPool }) => adminPool.query('grant delete on schema_migration to leadloom_app')],
  ['a function', ({ adminPool }) => adminPool.query('create function left_over() returns int return 1')],
  ['a missing ZIP code', ({ adminPool }) => adminPool.query(`delete from us_zip where zip = '60601'`)],
  ['a lock', ({ appPool }) => appPool.query('select pg_advisory_lock(1)')],
  ['many connections', ({ appPool, ownerPool }) => Promise.all([appPool, ownerPool].flatMap(openAll))],
  ['a busy connection', async ({ appPool }) => void appPool.query('select pg_sleep(1.5)')],
]

test.each(traces)('nobody else gets a database with %s', async (_trace, leave) => {
  const first = await create()
  await leave(first)
  await first.drop()
  const second = await create()
  expect(second.name).not.toBe(first.name)
  await second.drop()
})

test('nobody else gets a database that somebody is still connected to', async () => {
  const first = await create()
  const client = new pg.Client(urlOf(first))
  client.on('error', () => {})
  await client.connect()
  await first.drop()
  const second = await create()
  expect(second.name).not.toBe(first.name)
  await second.drop()
})
