import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { loadUsZips } from './load-us-zips.ts'

describe('the table of US ZIP codes', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
    return () => db.drop()
  })

  it('contains real rows and keeps leading zeros', async () => {
    const { rows } = await db.appPool.query<{ zip: string; city: string; state: string }>(
      `select zip, city, state from us_zip where zip in ('02108', '60601', '90210') order by zip`,
    )
    expect(rows).toEqual([
      { zip: '02108', city: 'Boston', state: 'MA' },
      { zip: '60601', city: 'Chicago', state: 'IL' },
      { zip: '90210', city: 'Beverly Hills', state: 'CA' },
    ])
    const counts = await db.appPool.query<{ zips: number }>('select count(*) as zips from us_zip')
    expect(counts.rows[0]!.zips).toBeGreaterThan(40_000)
  })

  it('names each state', async () => {
    const { rows } = await db.appPool.query<{ name: string }>(
      `select name from us_state where code in ('DC', 'NC', 'PR') or name = code order by code`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['District of Columbia', 'North Carolina', 'Puerto Rico'])
  })

  it('is completed by the next start if a load was broken off', async () => {
    await db.adminPool.query('delete from us_state')
    await loadUsZips(db.ownerPool)
    expect((await db.appPool.query('select from us_state')).rowCount).toBeGreaterThan(50)
  })

  it('has no duplicates when it is loaded again', async () => {
    await loadUsZips(db.ownerPool)
    const { rows } = await db.appPool.query<{ doubled: number }>(
      'select count(*) - count(distinct zip) as doubled from us_zip',
    )
    expect(rows[0]!.doubled).toBe(0)
  })
})
