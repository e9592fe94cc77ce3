import { notFound } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/database/tx.ts'

export async function listStates(tx: Tx): Promise<{ code: string; name: string }[]> {
  const { rows } = await tx.query<{ code: string; name: string }>('select code, name from us_state order by name, code')
  return rows
}

/** Cities of a state with how many ZIP codes each has. */
export async function listCities(tx: Tx, state: string): Promise<{ city: string; zips: number }[]> {
  const { rows } = await tx.query<{ city: string; zips: number }>(
    'select city, count(*)::integer as zips from us_zip where state = $1 group by city order by city',
    [state],
  )
  if (rows.length === 0) throw notFound()
  return rows
}
