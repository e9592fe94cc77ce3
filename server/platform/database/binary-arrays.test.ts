import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { binaryHexes, binaryTexts, binaryUuids } from './binary-arrays.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ app: 1 })
})
afterAll(() => db.drop())

const ids = ['0190f5fe-7c00-7000-8000-000000000001', 'ffffffff-ffff-7fff-bfff-ffffffffffff']

async function read(value: Buffer, type: 'uuid' | 'text' | 'bytea'): Promise<unknown[]> {
  const { rows } = await db.appPool.query<{ one: unknown }>(
    `select one from unnest($1::${type}[]) with ordinality as given (one, place) order by place`,
    [value],
  )
  return rows.map(({ one }) => one)
}

describe('a binary array', () => {
  test('of ids is read correctly by PostgreSQL, including nulls', async () => {
    const sparseIds = [null, ids[0]!, null, ids[1]!]
    expect(await read(binaryUuids(sparseIds), 'uuid')).toEqual(sparseIds)
  })

  test.each([
    ['in ASCII', ['Ann', '', null, "O'Neil", 'null', '{"a",b}\\']],
    ['in any script', ['Zoë', null, '', 'عمر', '🙂', 'Ann']],
  ])('of texts preserves each: %s', async (_kind, given) => {
    expect(await read(binaryTexts(given), 'text')).toEqual(given)
  })

  test('of byte strings preserves their lengths, including nulls', async () => {
    const hexes = ['00', null, 'd41d8cd98f00b204e9800998ecf8427e', '']
    const bytes = (await read(binaryHexes(hexes), 'bytea')) as (Buffer | null)[]
    expect(bytes.map((one) => one?.toString('hex') ?? null)).toEqual(hexes)
  })

  test('can be empty', async () => {
    expect(await read(binaryUuids([]), 'uuid')).toEqual([])
    expect(await read(binaryTexts([]), 'text')).toEqual([])
    expect(await read(binaryHexes([]), 'bytea')).toEqual([])
  })

  test.each(['', 'no id', `${ids[0]!.slice(0, -1)}g`, ids[0]!.replaceAll('-', ''), 'z'.repeat(36)])(
    'of ids rejects an invalid one: %j',
    (text) => {
      expect(() => binaryUuids([ids[0]!, text])).toThrow(TypeError)
    },
  )

  test.each(['a', 'zz', 'abc'])('of byte strings rejects invalid hex: %j', (text) => {
    expect(() => binaryHexes(['00', text])).toThrow(TypeError)
  })
})
