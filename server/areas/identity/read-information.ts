import { workInformation } from '#contract/identity/advance-information.ts'
import type { Pool } from 'pg'
import { plainArray } from '#server/platform/database/plain-array.ts'

/** What is known of somebody's job and company, by kind of information. */
export type Work = ReadonlyMap<string, string>

export const readWork = (identityPool: Pool, personIds: readonly number[]): Promise<Map<number, Work>> =>
  readInformation(identityPool, personIds, workInformation)

/** What is known of people by kind of information, as far as it is asked for. */
export async function readInformation(
  identityPool: Pool,
  personIds: readonly number[],
  kinds: readonly string[],
): Promise<Map<number, Map<string, string>>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await identityPool.query<{ id: number; name: string; value: string }>(
    `select person_id as id, name, value from trait where person_id = any($1::bigint[]) and name = any($2::text[])`,
    [plainArray(personIds), kinds],
  )
  const known = new Map<number, Map<string, string>>()
  for (const { id, name, value } of rows) {
    const own = known.get(id)
    if (own) own.set(name, value)
    else known.set(id, new Map([[name, value]]))
  }
  return known
}
