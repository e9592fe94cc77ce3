import { notFound } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/database/tx.ts'

export async function listStates(tx: Tx): Promise<{ code: string; name: string }[]> {
  const { rows } = await tx.query<{ code: string; name: string }>('select code, name from us_state order by name, code')
  return rows
}

/** Cities of a state, each with its number of ZIP codes. */
export async function listCities(tx: Tx, state: string): Promise<{ city: string; zips: number }[]> {
  const { rows } = await tx.query<{ city: string; zips: number }>(
    'select city, count(*)::integer as zips from us_zip where state = $1 group by city order by city',
    [state],
  )
  if (rows.length === 0) throw notFound()
  return rows
}

/** Cities of these states by name, ignoring case, with all their ZIP codes. */
export async function findCities(
  tx: Tx,
  states: readonly string[],
  names: readonly string[],
): Promise<{ city: string; state: string; zips: string[] }[]> {
  const { rows } = await tx.query<{ city: string; state: string; zips: string[] }>(
    `select min(city) as city, state, array_agg(zip order by zip) as zips from us_zip
      where state = any($1) and lower(city) = any($2) group by lower(city), state order by 1, 2`,
    [states, names.map((name) => name.toLowerCase())],
  )
  return rows
}

export async function readZipsOfStates(tx: Tx, states: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ zip: string }>('select zip from us_zip where state = any($1) order by zip', [
    states,
  ])
  return rows.map(({ zip }) => zip)
}
