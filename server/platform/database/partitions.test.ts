import { beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '#server/test/harness.ts'
import { newId } from '../ids.ts'
import { dropOldPartitions, ensureDayPartitions } from './partitions.ts'
import { inScope } from './scope.ts'
import type { Scope } from './tx.ts'

const day_ms = 86_400_000
const now_ms = Date.UTC(2026, 10, 21, 15)
const agencyId = newId(now_ms)
const otherId = newId(now_ms)
const agency = (id: string): Scope => ({ kind: 'agency', rootId: id, agencyId: id })

const db = await openTestDatabase()

beforeEach(async () => {
  await db.ownerPool.query(`
    drop table if exists seen;
    create table seen (agency_id uuid not null, id uuid not null, page text default 'none' check (page <> ''),
      primary key (agency_id, id)) partition by range (id);
    create index seen_page on seen (agency_id, page);
    alter table seen enable row level security; alter table seen force row level security;
    create policy agency_id on seen for all to leadloom_app
      using (agency_id = nullif(current_setting('app.agency_id', true), '')::uuid)
      with check (agency_id = nullif(current_setting('app.agency_id', true), '')::uuid);
    grant select, insert on seen to leadloom_app`)
})

const insert = (at_ms: number): Promise<string> =>
  inScope(db.appPool, agency(agencyId), async (tx) => {
    const { rows } = await tx.query<{ part: string }>(
      'insert into seen (agency_id, id) values ($1, $2) returning tableoid::regclass::text as part',
      [agencyId, newId(at_ms)],
    )
    return rows[0]!.part
  })

test('a row goes to the partition of the UTC day in its id, from the first to the last millisecond', async () => {
  await ensureDayPartitions(db.ownerPool, 'seen', now_ms, { daysBack: 1, daysAhead: 1 })
  const midnight_ms = Date.UTC(2026, 10, 21)
  expect(await insert(midnight_ms)).toBe('seen_20261121')
  expect(await insert(midnight_ms + day_ms - 1)).toBe('seen_20261121')
  expect(await insert(midnight_ms - 1)).toBe('seen_20261120')
  expect(await insert(midnight_ms + day_ms)).toBe('seen_20261122')
  await expect(insert(midnight_ms + 2 * day_ms)).rejects.toMatchObject({ code: '23514' })
})

test('partitions are created once, even by several callers', async () => {
  const span = { daysBack: 3, daysAhead: 3 }
  const lists = await Promise.all(
    Array.from({ length: 4 }, () => ensureDayPartitions(db.ownerPool, 'seen', now_ms, span)),
  )
  expect(lists.flat().toSorted()).toEqual([18, 19, 20, 21, 22, 23, 24].map((day) => `seen_202611${day}`))
  expect(await ensureDayPartitions(db.ownerPool, 'seen', now_ms, span)).toEqual([])
})

test('a partition that is queried directly is protected the same way: own rows only, no more rights', async () => {
  await ensureDayPartitions(db.ownerPool, 'seen', now_ms, { daysBack: 0, daysAhead: 0 })
  await insert(now_ms)
  const count = (scope: Scope): Promise<number> =>
    inScope(db.appPool, scope, async (tx) => {
      const { rows } = await tx.query<{ count: number }>('select count(*) from seen_20261121')
      return rows[0]!.count
    })
  expect(await count(agency(agencyId))).toBe(1)
  expect(await count(agency(otherId))).toBe(0)
  expect(await count({ kind: 'none' })).toBe(0)
  const foreign = inScope(db.appPool, agency(otherId), (tx) =>
    tx.query('insert into seen_20261121 (agency_id, id) values ($1, $2)', [agencyId, newId(now_ms)]),
  )
  await expect(foreign).rejects.toMatchObject({ code: '42501' })
  const removal = inScope(db.appPool, agency(agencyId), (tx) => tx.query('delete from seen_20261121'))
  await expect(removal).rejects.toMatchObject({ code: '42501' })
})

test('row-level security is enabled and forced on each partition, and its indexes are there', async () => {
  await ensureDayPartitions(db.ownerPool, 'seen', now_ms, { daysBack: 0, daysAhead: 1 })
  const { rows } = await db.ownerPool.query<{ forced: boolean; indexes: number }>(
    `select relrowsecurity and relforcerowsecurity as forced,
       (select count(*) from pg_index where indrelid = c.oid) as indexes
     from pg_class c where relname like 'seen_2026%' and relkind = 'r'`,
  )
  expect(rows).toEqual([
    { forced: true, indexes: 2 },
    { forced: true, indexes: 2 },
  ])
})

test('writers of the table are not blocked while a partition is created', async () => {
  await ensureDayPartitions(db.ownerPool, 'seen', now_ms, { daysBack: 0, daysAhead: 0 })
  await inScope(db.appPool, agency(agencyId), async (tx) => {
    await tx.query('insert into seen (agency_id, id) values ($1, $2)', [agencyId, newId(now_ms)])
    expect(await ensureDayPartitions(db.ownerPool, 'seen', now_ms, { daysBack: 0, daysAhead: 1 })).toHaveLength(1)
  })
})

test('partitions past their retention are dropped, the others stay', async () => {
  await ensureDayPartitions(db.ownerPool, 'seen', now_ms, { daysBack: 5, daysAhead: 0 })
  const names = await dropOldPartitions(db.ownerPool, 'seen', now_ms, { retention_days: 2 })
  expect(names).toEqual(['seen_20261116', 'seen_20261117', 'seen_20261118'])
  expect(await insert(now_ms - 2 * day_ms)).toBe('seen_20261119')
  expect(await dropOldPartitions(db.ownerPool, 'seen', now_ms, { retention_days: 2 })).toEqual([])
})

test('a partition that stays locked is left for the next run', async () => {
  await ensureDayPartitions(db.ownerPool, 'seen', now_ms, { daysBack: 5, daysAhead: 0 })
  await inScope(
    db.appPool,
    agency(agencyId),
    async (tx) => {
      await tx.query('select from seen')
      const dropping = dropOldPartitions(db.ownerPool, 'seen', now_ms, { retention_days: 4 })
      expect(await dropping).toEqual([])
    },
    { statementTimeout_ms: 60_000 },
  )
  expect(await dropOldPartitions(db.ownerPool, 'seen', now_ms, { retention_days: 4 })).toEqual(['seen_20261116'])
}, 40_000)
