import type { Pool } from 'pg'
import type { SignalKind } from '#contract/leads/search.ts'
import { dateOf } from '#server/platform/clock.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'

/** A person's signal, without the fields that only matching needs. */
export interface PastSignal {
  personId: number
  phraseId: number
  kind: SignalKind
  at_ms: number
}

/** Signals for these phrases within a time range, in chronological order. A signal's id begins with its time. */
export async function readSignalsOf(
  identityPool: Pool,
  { search, page }: Record<SignalKind, readonly number[]>,
  { from_ms, now_ms }: { from_ms: number; now_ms: number },
): Promise<PastSignal[]> {
  const { rows } = await identityPool.query<PastSignal>(
    `select person_id as "personId", phrase_id as "phraseId", kind, (extract(epoch from at) * 1000)::float8 as at_ms
       from signal
      where id >= $3 and at >= $4 and at <= $5
        and ((kind = 'search' and phrase_id = any($1::int[])) or (kind = 'page' and phrase_id = any($2::int[])))
      order by at`,
    [search, page, lowestUuidAt(from_ms), dateOf(from_ms), dateOf(now_ms)],
  )
  return rows
}
