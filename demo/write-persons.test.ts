import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { generatePersons, hashesOfEmail } from './persons.ts'
import { writePersons } from './write-persons.ts'

describe('writing synthetic people', () => {
  let db: TestDatabase
  const at = new Date(Date.UTC(2026, 5, 1))
  beforeAll(async () => {
    db = await createTestDatabase()
    return () => db.drop()
  })

  it('stores each with its three keys, and is idempotent', async () => {
    expect(await writePersons(db.appPool, 1, { from: 0, upTo: 12_000 }, at)).toBe(12_000)
    expect(await writePersons(db.appPool, 1, { from: 0, upTo: 12_000 }, at)).toBe(0)
    const { rows } = await db.appPool.query(
      'select count(*) as keys, count(distinct person_id) as persons from person_key',
    )
    expect(rows[0]).toEqual({ keys: 36_000, persons: 12_000 })
  })

  it('finds a person by the hash of the address, with a real ZIP and its city', async () => {
    const { rows: zips } = await db.appPool.query<{ zip: string; city: string; state: string }>(
      `select zip, city, state from us_zip where state not in ('AA', 'AE', 'AP', 'FM', 'MH', 'MP', 'PW', 'AS', 'GU', 'VI') order by zip`,
    )
    const [third] = [...generatePersons(1, { from: 0, upTo: 3 }, zips)].slice(2)
    const { rows } = await db.appPool.query(
      `select first_name, last_name, city, zip from person join person_key on person_id = person.id where hash = $1`,
      [hashesOfEmail(third!.email).sha1],
    )
    expect(rows).toEqual([
      { first_name: third!.firstName, last_name: third!.lastName, city: third!.city, zip: third!.zip },
    ])
  })
})
