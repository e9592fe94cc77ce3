import type { Pool } from 'pg'
import type { Job } from '#server/platform/jobs.ts'

/** How many signals one statement packs: a list is written once for all that it gets of them. */
const portion = 100_000
const day_ms = 86_400_000

/**
 * Packs new searches into lists of who searched for a phrase on a day, of which keyword counts are made. Counts are as exact
 * without it and slower: what is not packed yet is read row by row.
 */
export const keepSearchersJob: Job = {
  name: 'keep-searchers',
  everyMinutes: 5,
  run: ({ identityPool }) => keepSearchers(identityPool),
}

export async function keepSearchers(identityPool: Pool, most = portion): Promise<void> {
  while ((await packPortion(identityPool, most)) === most);
}

/** The time that a signal's id begins with, by which it is counted. */
const idTime_ms = `('x' || left(id::text, 8) || substr(id::text, 10, 4))::bit(48)::bigint`

/**
 * In the order in which signals are matched, and as they are no further than to the oldest transaction that still runs
 * (`readNewSignals`), so that none appears in front of the mark later. One statement: lists and mark are never apart.
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
  let broken: Error | undefined
  try {
    await client.query(`begin; set local statement_timeout = 60000`)
    // Locked by a statement of its own, so that whoever waited for another process sees what that one has packed.
    const { rows: marks } = await client.query<{ tx: number; id: string }>(
      'select done_tx as tx, done_id as id from searchers_watermark for update',
    )
    const { rows } = await client.query<{ fresh: number }>(pack, [marks[0]!.tx, marks[0]!.id, most])
    await client.query('commit')
    return rows[0]!.fresh
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => (broken = reason))
    throw error
  } finally {
    client.release(broken)
  }
}
