import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { inScope, readOnce } from '../scope.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ app: 1 })
})
afterAll(() => db.drop())

const nobody = { kind: 'none' } as const
const numbers = { name: 'numbers', text: 'select 1::bigint as one, $1::text as said, null::date as day', values: ['a'] }
const answer = (said: string) => [{ one: 1, said, day: null }]

/** How often PostgreSQL describes rows while work runs on the only connection. */
async function countDescriptions(work: () => Promise<unknown>): Promise<number> {
  const client = await db.appPool.connect()
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  client.release()
  let count = 0
  const tell = (): number => count++
  connection.on('rowDescription', tell)
  await work()
  connection.off('rowDescription', tell)
  return count
}

describe('a prepared statement', () => {
  beforeEach(() => readOnce(db.appPool, nobody, numbers))

  test('returns the same rows the second time, without describing them again', async () => {
    const readTwice = async (): Promise<void> => {
      const { rows, fields } = await readOnce(db.appPool, nobody, { ...numbers, values: ['b'] })
      expect(rows).toEqual(answer('b'))
      expect(fields.map(({ name }) => name)).toEqual(['one', 'said', 'day'])
    }
    expect(await countDescriptions(readTwice)).toBe(0)
  })

  test('is shared by reads and transactions that follow each other', async () => {
    const readBoth = (): Promise<unknown> =>
      inScope(
        db.appPool,
        nobody,
        async (tx) => {
          const both = [tx.prepared(numbers.name, numbers.text, ['c']), tx.prepared(numbers.name, numbers.text, ['d'])]
          const results = (await Promise.all(both)).map(({ rows }) => rows)
          expect(results).toEqual([answer('c'), answer('d')])
        },
        { readOnly: true },
      )
    expect(await countDescriptions(readBoth)).toBe(0)
  })

  test('may return rows without columns', async () => {
    const none = { name: 'no-columns', text: 'select from generate_series(1, 2)', values: [] }
    for (const _again of [1, 2]) expect((await readOnce(db.appPool, nobody, none)).rows).toEqual([{}, {}])
  })

  test('may name its columns in any way', async () => {
    const odd = { name: 'odd', text: `select 1 as "it's", 2 as "a ""b", 3 as "for", 4 as n, 5 as n`, values: [] }
    for (const _again of [1, 2])
      expect((await readOnce(db.appPool, nobody, odd)).rows).toEqual([{ "it's": 1, 'a "b': 2, for: 3, n: 5 }])
  })

  test('that fails midway through its rows does not affect the next ones', async () => {
    const divide = (by: number) => ({ name: 'divide', text: 'select 10 / $1::int as part', values: [by] })
    expect((await readOnce(db.appPool, nobody, divide(2))).rows).toEqual([{ part: 5 }])
    await expect(readOnce(db.appPool, nobody, divide(0))).rejects.toMatchObject({ code: '22012' })
    expect((await readOnce(db.appPool, nobody, divide(5))).rows).toEqual([{ part: 2 }])
    expect((await readOnce(db.appPool, nobody, numbers)).rows).toEqual(answer('a'))
  })

  test('whose columns have changed fails, and is not read with the old ones', async () => {
    await db.adminPool.query('create table shelf (a int, b text); grant select on shelf to leadloom_app')
    await db.adminPool.query(`insert into shelf values (1, 'x')`)
    const all = { name: 'shelf', text: 'select * from shelf', values: [] }
    expect((await readOnce(db.appPool, nobody, all)).rows).toEqual([{ a: 1, b: 'x' }])
    await db.adminPool.query('alter table shelf drop column a, add column c int')
    await expect(readOnce(db.appPool, nobody, all)).rejects.toThrow('cached plan must not change result type')
  })
})

test('a statement without a name is described each time', async () => {
  const text = 'select 1 as one'
  const readUnnamed = (): Promise<unknown> => readOnce(db.appPool, nobody, { text, values: [] })
  await readUnnamed()
  expect(await countDescriptions(readUnnamed)).toBe(1)
})
