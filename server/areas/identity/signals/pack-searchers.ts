import type { Pool } from 'pg'
import type { Job } from '#server/platform/jobs.ts'

/** Signals per statement: each list is written once per batch. */
const portion = 100_000
const day_ms = 86_400_000

/**
 * Packs new searches into lists of people per phrase and day, from which keyword counts are computed. Counts are exact
 * without it but slower, because unpacked signals are read row by row.
 */
export const packSearchersJob: Job = {
  name: 'keep-searchers',
  everyMinutes: 5,
  run: ({ identityPool }) => packSearchers(identityPool),
}

export async function packSearchers(identityPool: Pool, most = portion): Promise<void> {
  while ((await packPortion(identityPool, most)) === most);
}

/** The timestamp in a signal's id, which counts use. */
const idTime_ms = `('x' || left(id::text, 8) || substr(id::text, 10, 4))::bit(48)::bigint`

/**
 * Reads signals in matching order and only up to the oldest running transaction (`readNewSignals`), so that none can
 * appear before the watermark later. A single statement updates lists and watermark together.
 */
const pack = `
  with fresh as materialized (
    select id, tx, person_id, phrase_id, kind from signal
     where (tx, id) > ($1::bigint, $2::uuid) and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
     order by tx, id limit $3),
  packed as (
    insert into searchers_of_day (phrase_id, day, people, moments)
    select phrase_id, at_ms / ${day_ms}, string_agg(substring(int8send(person_id) from 4), ''),
           string_agg(int4send((at_ms % ${day_ms})::int), '')
      from (select phrase_id, person_id, ${idTime_ms} as at_ms from fresh where kind = 'search' offset 0) search
     group by 1, 2 order by 1, 2
    on conflict (phrase_id, day) do update
      set people = searchers_of_day.people || excluded.people, moments = searchers_of_day.moments || excluded.moments),
  last as (select tx, id from fresh order by tx desc, id desc limit 1),
  moved as (update searchers_watermark set done_tx = last.tx, done_id = last.id from last)
  select count(*)::int as fresh from fresh`

async function packPortion(identityPool: Pool, most: number): Promise<number> {
  const client = await identityPool.connect()
  let breakage: Error | undefined
  try {
    await client.query(`begin; set local statement_timeout = 60000`)
    // Locked in a separate statement, so that after waiting for another process it sees what that one packed.
    const { rows: marks } = await client.query<{ tx: number; id: string }>(
      'select done_tx as tx, done_id as id from searchers_watermark for update',
    )
    const { rows } = await client.query<{ fresh: number }>(pack, [marks[0]!.tx, marks[0]!.id, most])
    await client.query('commit')
    return rows[0]!.fresh
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => (breakage = reason))
    throw error
  } finally {
    client.release(breakage)
  }
}
