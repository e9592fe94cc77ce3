import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import { dateOf } from '#server/platform/clock.ts'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { matchLists, startLists } from './match-lists.ts'

const hex = z.string().regex(/^([0-9a-f]{2})+$/)

/** Everybody who must not be identified, by hashes only: what a restored database has to be told again. */
export const suppressions = z.object({
  /** Hash, reason, moment. */
  optOuts: z.array(z.tuple([hex, z.string(), z.number()])),
  /** California's lists: id, list, hash, cycle, answer. */
  requests: z.array(z.tuple([z.string(), z.string(), hex, z.string(), z.number().nullable()])),
  /** Id, start, files, end. */
  cycles: z.array(z.tuple([z.string(), z.number(), z.array(z.string()), z.number().nullable()])),
})
export type Suppressions = z.output<typeof suppressions>

/** Changes with every suppression that comes or goes, and is read without the list. */
export async function readState(identityPool: Pool): Promise<string> {
  const { rows } = await identityPool.query<{ state: string }>(
    `select concat_ws(' ', (select concat(count(*), '/', max(created_at)) from opt_out),
       (select concat(count(*), '/', sum(status)) from deletion_request),
       (select concat(count(*), '/', max(started_at), '/', max(finished_at)) from deletion_cycle)) as state`,
  )
  return rows[0]!.state
}

/** In a fixed order, so that the same suppressions read the same. */
export async function readSuppressions(identityPool: Pool): Promise<Suppressions> {
  const client = await identityPool.connect()
  const readRows = async <Row extends unknown[]>(text: string): Promise<Row[]> =>
    (await client.query<Row>({ text, rowMode: 'array' })).rows
  try {
    await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0')
    const optOuts = await readRows<Suppressions['optOuts'][number]>(
      `select encode(hash, 'hex'), reason, (extract(epoch from created_at) * 1000)::float8 from opt_out order by hash`,
    )
    const requests = await readRows<Suppressions['requests'][number]>(
      `select id, list, encode(hash, 'hex'), cycle_id, status from deletion_request order by id`,
    )
    const cycles = await readRows<Suppressions['cycles'][number]>(
      `select id, (extract(epoch from started_at) * 1000)::float8, files, (extract(epoch from finished_at) * 1000)::float8
         from deletion_cycle order by started_at, id`,
    )
    await client.query('commit')
    return { optOuts, requests, cycles }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/**
 * Adds what a database does not know, and finds the people of deletion requests that it did not know. Returns the earliest
 * moment of an opt-out that was added; null if none was.
 */
export async function addSuppressions(
  db: ClientBase,
  { optOuts, requests, cycles }: Suppressions,
): Promise<number | null> {
  await db.query('set local statement_timeout = 0')
  const { rows } = await db.query<{ first_ms: number | null }>(
    `with added as (
       insert into opt_out (hash, reason, created_at)
       select hash, reason, at from unnest($1::bytea[], $2::text[], $3::timestamptz[]) as given (hash, reason, at)
        order by hash on conflict do nothing returning created_at)
     select (extract(epoch from min(created_at)) * 1000)::float8 as first_ms from added`,
    [
      binaryHexes(optOuts.map(([hash]) => hash)),
      optOuts.map(([, reason]) => reason),
      optOuts.map(([, , at]) => dateOf(at)),
    ],
  )
  for (const [id, start_ms, files, end_ms] of cycles)
    await db.query(
      'insert into deletion_cycle (id, started_at, files, finished_at) values ($1, $2, $3, $4) on conflict do nothing',
      [id, dateOf(start_ms), files, end_ms === null ? null : dateOf(end_ms)],
    )
  const { rowCount } = await db.query(
    `insert into deletion_request (id, list, hash, cycle_id, status)
     select * from unnest($1::text[], $2::text[], $3::bytea[], $4::uuid[], $5::smallint[]) on conflict do nothing`,
    [
      requests.map(([id]) => id),
      requests.map(([, list]) => list),
      binaryHexes(requests.map(([, , hash]) => hash)),
      requests.map(([, , , cycle]) => cycle),
      requests.map(([, , , , status]) => status),
    ],
  )
  const lastCycle = cycles.at(-1)
  if (rowCount !== 0 && lastCycle) {
    await startLists(db)
    await matchLists(db, lastCycle[0], dateOf(lastCycle[1]))
  }
  return rows[0]!.first_ms
}

/** The people whom an opt-out of this moment or later keeps from being identified. */
export async function findSuppressed(identityPool: Pool, since_ms: number): Promise<number[]> {
  const { rows } = await identityPool.query<{ id: number }>(
    `select distinct person_id as id from person_key join opt_out using (hash) where created_at >= $1 order by 1`,
    [dateOf(since_ms)],
  )
  return rows.map(({ id }) => id)
}
