import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/test/harness.ts'
import { retentions } from '../lines.ts'
import { dataMapPage, dataMapPath } from './describe-data-map.ts'
import { columnsOf, linesOfTables, readDataMap } from './read-data-map.ts'
import { withoutPeople } from './without-people.ts'

const db = await openTestDatabase()

/** Columns of the migrated database that can hold what somebody is called, wrote or did, and numbers of people and browsers. */
async function readColumns(): Promise<string[]> {
  const { rows } = await db.adminPool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped
        and (a.attname in ('person_id', 'visitor_id', 'recipient_id')
             or format_type(a.atttypid, null) !~ '^(uuid|bigint|integer|smallint|real|double|numeric|boolean|date|time|int)')
      order by name`,
  )
  return rows.map(({ name }) => name)
}

const mappedColumns = [
  ...Object.entries(linesOfTables).flatMap(([table, line]) => columnsOf(line).map((column) => `${table}.${column}`)),
  ...Object.entries(withoutPeople).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  ),
]

test('a migration says of each new column whether it holds personal data, and of which class', async () => {
  const columns = await readColumns()
  expect(columns.filter((column) => !mappedColumns.includes(column))).toEqual([])
})

test('no line is without a column, and no column has two', async () => {
  const columns = await readColumns()
  expect(mappedColumns.filter((column) => !columns.includes(column))).toEqual([])
  expect(mappedColumns.filter((column, n) => mappedColumns.indexOf(column) !== n)).toEqual([])
})

test('every table with personal data says what it is for, how long it is kept and how it is erased', () => {
  for (const { table, columns, kept, erased } of readDataMap())
    expect([columns.length > 0, kept, erased], table).toEqual([
      true,
      expect.stringMatching(/\w/),
      expect.stringMatching(/\w/),
    ])
})

test('a term that begins like a retention’s name is one', () => {
  const names = retentions.map(({ what }) => what)
  const linesWithNames = Object.entries(linesOfTables).filter(
    ([, { kept }]) => kept !== undefined && /^[A-Z]/.test(kept),
  )
  expect(linesWithNames.filter(([, { kept }]) => !names.includes(kept!))).toEqual([])
})

test('docs/privacy/data-map.md is what the lists say (npm run datamap)', () => {
  expect(readFileSync(dataMapPath, 'utf8')).toBe(dataMapPage())
})
