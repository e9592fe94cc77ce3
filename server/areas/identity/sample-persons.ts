import type { Pool } from 'pg'

/** The number of id ranges to sample, and the number of people from each. */
const stretches = 20
const ofEach = 250

/** A sample of people and the total number of people. */
export interface Sample {
  ids: number[]
  total: number
}

/**
 * A deterministic sample across the identity data: the first few people in each of 20 id ranges. The cost doesn't
 * depend on the number of people; a small database is returned whole.
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
