import type { Pool } from 'pg'
import { dateOf } from '#server/platform/clock.ts'
import { isComplete, freshSince, type Places } from '../count-complete.ts'
import { didNotOptOut } from '../did-not-opt-out.ts'
import type { SignalPhrase } from './read-signals.ts'

const maxPhrases = 20_000

/** Phrases that share a word stem with any of these. */
export async function findPhrases(identityPool: Pool, stems: readonly string[]): Promise<SignalPhrase[]> {
  const { rows } = await identityPool.query<SignalPhrase>(
    `select id, text, stems from signal_phrase where stems && $1::text[] limit ${maxPhrases}`,
    [stems],
  )
  return rows
}

/** Ids of the phrases that people must have searched or read about. */
interface Searched {
  search: readonly number[]
  page: readonly number[]
  from_ms: number
}

/** How many complete people in these places searched for any of these phrases; a person counts once per day. */
export async function countSearching(
  identityPool: Pool,
  { search, page, from_ms }: Searched,
  { states, zips }: Places,
  { leastKnown, now_ms }: { leastKnown: number; now_ms: number },
): Promise<number> {
  const { rows } = await identityPool.query<{ searching: number }>(
    `select count(*)::integer as searching from (
       select distinct s.person_id, date_trunc('day', s.at) from signal s
        where ((s.phrase_id = any($4::int[]) and s.kind = 'search') or (s.phrase_id = any($5::int[]) and s.kind = 'page'))
          and s.at >= $6 and ${didNotOptOut('s.person_id')}
          and exists (select from person where person.id = s.person_id and ${isComplete}
            and ($1::text[] is null or state = any($1)) and ($7::text[] is null or zip = any($7)))) met`,
    [states, freshSince(now_ms), leastKnown, search, page, dateOf(from_ms), zips],
  )
  return rows[0]!.searching
}
