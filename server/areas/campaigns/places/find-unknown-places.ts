import type { Tx } from '#server/platform/database/tx.ts'

/** Unknown ZIP codes; at most 20. */
export async function findUnknownZips(tx: Tx, zips: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ zip: string }>(
    `select given.zip from unnest($1::text[]) as given (zip)
      where not exists (select from us_zip where us_zip.zip = given.zip) order by given.zip limit 20`,
    [zips],
  )
  return rows.map((row) => row.zip)
}

export async function findUnknownStates(tx: Tx, states: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ code: string }>(
    `select given.code from unnest($1::text[]) as given (code)
      where not exists (select from us_state where us_state.code = given.code) order by given.code limit 20`,
    [states],
  )
  return rows.map((row) => row.code)
}
