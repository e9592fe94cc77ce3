import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { BinaryRows, uuidFields } from './binary-rows.ts'

let db: TestDatabase
let rowType: number
beforeAll(async () => {
  db = await createTestDatabase()
  await db.adminPool.query('create type test_row as (a uuid, b uuid, c uuid, d text, e bigint, f bytea[])')
  const { rows } = await db.adminPool.query<{ type: number }>(`select 'test_row'::regtype::oid::bigint as type`)
  rowType = rows[0]!.type
  return () => db.drop()
})

const uuid = '0199a1b2-c3d4-7abc-aabc-def012345678'
const unnest = async (value: Buffer): Promise<unknown[]> =>
  (await db.adminPool.query('select a, b, c, d, e, f from unnest($1::test_row[])', [value])).rows

describe('rows in binary form', () => {
  it('arrive as they were written, including nulls and other scripts', async () => {
    const rows = new BinaryRows(6, 1_000)
    rows.startRow()
    rows.fields(uuidFields([uuid, uuid]))
    rows.uuid('ab'.repeat(16))
    rows.text("żółw 🌱 '\\x00 {,}")
    rows.int8(-9_007_199_254_740_991)
    rows.byteas(['00ff', '', 'ab'.repeat(32)])
    rows.endRow()
    rows.startRow()
    rows.fields(uuidFields([uuid]))
    rows.uuid(undefined)
    rows.uuid(undefined)
    rows.text('')
    rows.int8(undefined)
    rows.byteas(undefined)
    rows.endRow()
    expect(await unnest(rows.finish(rowType))).toEqual([
      {
        a: uuid,
        b: uuid,
        c: 'abababab-abab-abab-abab-abababababab',
        d: "żółw 🌱 '\\x00 {,}",
        e: -9_007_199_254_740_991,
        f: [Buffer.from([0, 255]), Buffer.alloc(0), Buffer.alloc(32, 0xab)],
      },
      { a: uuid, b: null, c: null, d: '', e: null, f: null },
    ])
  })

  it('can be many: the writer’s buffer grows, and is reset after each batch', async () => {
    const rows = new BinaryRows(6, 200)
    for (const count of [500, 1, 0]) {
      for (let number = 0; number < count; number++) {
        rows.startRow()
        rows.fields(uuidFields([uuid, uuid, uuid]))
        rows.text('x'.repeat(40))
        rows.int8(number)
        rows.byteas([])
        rows.endRow()
      }
      const rowsRead = (await unnest(rows.finish(rowType))) as { e: number }[]
      expect(rowsRead.map(({ e }) => e)).toEqual(Array.from({ length: count }, (_, at) => at))
    }
  })
})
