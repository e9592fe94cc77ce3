import type { Pool } from 'pg'

/** Stretches of the identity data that a sample is taken from, and how many persons of each. */
const stretches = 20
const ofEach = 250

/** Some persons and how many there are in all. */
export interface Sample {
  ids: number[]
  total: number
}

/**
 * Persons from all over the identity data, the same ones for the same data: the first few of each of twenty stretches of
 * ids. Costs the same however many persons there are; of few of them it is everybody.
 */
export async function samplePersons(identityPool: Pool): Promise<Sample> {
  const { rows } = await identityPool.query<{ id: number; total: number }>(
    `with bounds as (select min(id) as low, max(id) + 1 - min(id) as width from person)
     select found.id, (select persons::float8 from identity_count where of = 'persons' and name = '') as total
       from bounds cross join generate_series(0, $1::int - 1) as step
      cross join lateral (
        select p.id from person p
         where p.id >= low + width * step / $1::int and p.id < low + width * (step + 1) / $1::int
         order by p.id limit $2) found`,
    [stretches, ofEach],
  )
  return { ids: rows.map(({ id }) => id), total: Math.max(rows[0]?.total ?? 0, rows.length) }
}
