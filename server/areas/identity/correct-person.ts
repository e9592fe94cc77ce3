import type { Pool } from 'pg'
import { plainArray } from '#server/platform/database/plain-array.ts'

/** What a correction may change. An address is a key: whoever has another one asks to be deleted. */
const columns = ['first_name', 'last_name', 'phone', 'street', 'city', 'state', 'zip'] as const
type Correctable = Record<(typeof columns)[number], string>

/** People by number, with what a correction may change; empty for what is not known. */
export async function readCorrectable(
  identityPool: Pool,
  personIds: readonly number[],
): Promise<(Correctable & { person: number })[]> {
  if (personIds.length === 0) return []
  const { rows } = await identityPool.query<Correctable & { person: number }>(
    `select id as person, first_name, last_name, coalesce(phone_e164, '') as phone,
            ${['street', 'city', 'state', 'zip'].map((column) => `coalesce(${column}, '') as ${column}`).join(', ')}
       from person where id = any($1::bigint[]) order by id`,
    [plainArray(personIds)],
  )
  return rows
}

/** Names that are not known are empty, everything else is null. */
export const correctPerson = (
  identityPool: Pool,
  personId: number,
  changes: { [column in keyof Correctable]?: string | undefined },
  at: Date,
): Promise<unknown> =>
  identityPool.query(
    `update person set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
            phone_e164 = case when $4::text is null then phone_e164 else nullif($4, '') end,
            street = case when $5::text is null then street else nullif($5, '') end,
            city = case when $6::text is null then city else nullif($6, '') end,
            state = case when $7::text is null then state else nullif($7, '') end,
            zip = case when $8::text is null then zip else nullif($8, '') end, updated_at = $9
      where id = $1`,
    [personId, ...columns.map((column) => changes[column] ?? null), at],
  )
