import type { Pool } from 'pg'
import { freshFor_ms, minInformation } from '#contract/identity/advance-information.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { didNotOptOut } from './did-not-opt-out.ts'

/** How much must be known about a person, and where counting stops, so that large places cost no more. */
interface Whom {
  leastKnown: number
  now_ms: number
  most: number
}

/** Where people live: null for anywhere. */
export interface Places {
  states: readonly string[] | null
  zips: readonly string[] | null
}

/** The people whom Enhance ID may promise; matches the conditions of the partial indexes. */
export const isComplete = `updated_at >= $2 and email is not null and phone_e164 is not null and street is not null
  and zip is not null and advanced_fields >= ${minInformation} and advanced_fields >= $3`

export const freshSince = (now_ms: number): Date => dateOf(now_ms - freshFor_ms)

/** The number of complete, recently verified and well-known people per state who didn't opt out, counted up to `most`. */
export async function countCompleteByState(
  identityPool: Pool,
  states: readonly string[],
  { leastKnown, now_ms, most }: Whom,
): Promise<Map<string, number>> {
  const { rows } = await identityPool.query<{ code: string; persons: number }>(
    `select asked.code, found.persons from unnest($1::text[]) as asked (code)
     cross join lateral (select count(*)::integer as persons from (
       select from person where state = asked.code and ${isComplete} and ${didNotOptOut('person.id')} limit $4) counted) found`,
    [states, freshSince(now_ms), leastKnown, most],
  )
  return new Map(rows.map(({ code, persons }) => [code, persons]))
}

/** The same for several ZIP codes together, or for the whole country (null). */
export async function countComplete(
  identityPool: Pool,
  zips: readonly string[] | null,
  { leastKnown, now_ms, most }: Whom,
): Promise<number> {
  const { rows } = await identityPool.query<{ persons: number }>(
    `select count(*)::integer as persons from (
       select from person where ${zips === null ? '$1::text[] is null' : 'zip = any($1::text[])'} and ${isComplete}
          and ${didNotOptOut('person.id')} limit $4) counted`,
    [zips && plainArray([...zips]), freshSince(now_ms), leastKnown, most],
  )
  return rows[0]!.persons
}
