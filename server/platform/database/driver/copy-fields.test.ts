import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { driverOf } from './choose-driver.ts'

describe.each(['tuned', 'plain'] as const)('the %s driver:', (driver) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase({ app: 1, driver })
  })
  afterAll(() => db.drop())

  let client: PoolClient
  beforeEach(async () => {
    client = await db.appPool.connect()
  })
  afterEach(() => client.release())

  async function fieldsOf(query: string, values: string[] = []): Promise<(string | null)[][]> {
    const rows: (string | null)[][] = []
    await driverOf(client).copyFields(client, query, values, (fields) =>
      rows.push(fields.map((field) => (field ? field.toString('hex') : null))),
    )
    return rows
  }

  const expectUsable = async (): Promise<void> => expect(await fieldsOf('select 7::int2')).toEqual([['0007']])

  describe('copied fields', () => {
    test('are the bytes of each value, including null and empty ones, row by row', async () => {
      expect(await fieldsOf(`select n, $1::bytea, null::text, '' from generate_series(1, 2) n`, ['\\x00ff'])).toEqual([
        ['00000001', '00ff', null, ''],
        ['00000002', '00ff', null, ''],
      ])
      expect(await fieldsOf('select 1 where false')).toEqual([])
      await expectUsable()
    })

    test('can be larger than what the driver reads at once', async () => {
      const [[large]] = (await fieldsOf(`select convert_to(repeat('x', 3000000), 'UTF8')`)) as [[string]]
      expect(large).toBe('78'.repeat(3_000_000))
      await expectUsable()
    })

    test('of a query that fails midway are followed by its error, and the connection stays usable', async () => {
      await expect(fieldsOf('select 1 / (5000 - n) from generate_series(1, 9000) n')).rejects.toThrow(
        'division by zero',
      )
      await expectUsable()
    })

    test('that their reader rejects end in its error, and the connection stays usable', async () => {
      const reading = driverOf(client).copyFields(client, 'select n from generate_series(1, 9000) n', [], ([n]) => {
        if (n!.readInt32BE() === 3) throw new RangeError('no more')
      })
      await expect(reading).rejects.toThrow('no more')
      await expectUsable()
    })
  })
})
