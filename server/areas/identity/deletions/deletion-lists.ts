import type { ClientBase, Pool } from 'pg'
import { dateOf } from '#server/platform/clock.ts'

/**
 * The platform's lists. Of all but addresses and numbers the identity data holds nothing: no date of birth (NDZ), advertising id, vehicle or
 * television. Their rows are kept, answered “not found”, and counted.
 */
export const deletionLists = ['Email', 'Phone', 'NDZ', 'MAID', 'NameVIN', 'CTVID'] as const
export type DeletionList = (typeof deletionLists)[number]

export interface DeletionCycle {
  id: string
  startedAt: Date
  files: string[]
  finishedAt: Date | null
}

/** The newest cycle, whether or not it is finished. */
export async function readLastCycle(identityPool: Pool): Promise<DeletionCycle | null> {
  const { rows } = await identityPool.query<DeletionCycle>(
    `select id, started_at as "startedAt", files, finished_at as "finishedAt" from deletion_cycle order by started_at desc limit 1`,
  )
  return rows[0] ?? null
}

export const startCycle = (db: ClientBase, id: string, files: readonly string[], at: Date): Promise<unknown> =>
  db.query('insert into deletion_cycle (id, started_at, files) values ($1, $2, $3)', [id, at, files])

/** Forgets rows that people withdrew at the platform, with the opt-outs that came of the rows alone. */
export async function removeListed(db: ClientBase, cycleId: string, ids: readonly string[]): Promise<void> {
  const { rowCount } = await db.query(
    `with gone as (delete from deletion_request where id = any($1::text[]) returning hash)
     delete from opt_out using gone where opt_out.hash = gone.hash and opt_out.reason = 'delete_act'`,
    [ids],
  )
  await db.query('update deletion_cycle set rows_removed = rows_removed + $2 where id = $1', [cycleId, rowCount ?? 0])
}

/** People who are still to be deleted or opted out, a batch at a time. Who only shares a number is opted out once. */
export async function readMatches(identityPool: Pool, limit: number): Promise<{ id: number; status: 3 | 4 }[]> {
  const { rows } = await identityPool.query<{ id: number; status: 3 | 4 }>(
    'select person_id as id, status from deletion_match order by person_id limit $1',
    [limit],
  )
  return rows
}

/** Opts all keys of people out: in effect for everything that is decided from now on. */
export const optOutPeople = (identityPool: Pool, ids: readonly number[], at: Date): Promise<unknown> =>
  identityPool.query(
    `insert into opt_out (hash, reason, created_at)
     select hash, 'delete_act', $2 from person_key where person_id = any($1::bigint[]) order by hash on conflict do nothing`,
    [ids, at],
  )

/** Deletes a batch's people, or only takes them off the list of those still to do. */
export async function finishPeople(db: ClientBase, cycleId: string, ids: readonly number[]): Promise<void> {
  const { rows } = await db.query<{ person_id: number; status: number }>(
    'delete from deletion_match where person_id = any($1::bigint[]) returning person_id, status',
    [ids],
  )
  const deletedIds = rows.filter(({ status }) => status === 3).map((row) => row.person_id)
  await db.query('delete from person where id = any($1::bigint[])', [deletedIds])
  await db.query(
    'update deletion_cycle set people_deleted = people_deleted + $2, people_opted_out = people_opted_out + $3 where id = $1',
    [cycleId, deletedIds.length, rows.length - deletedIds.length],
  )
}

/** Earlier answers that this cycle changes, by the file that they were given in. */
export async function readAmendments(
  identityPool: Pool,
  cycleId: string,
): Promise<{ files: string[]; list: DeletionList; id: string; status: number }[]> {
  const { rows } = await identityPool.query<{ files: string[]; list: DeletionList; id: string; status: number }>(
    `select cycle.files, r.list, r.id, r.status from deletion_request r join deletion_cycle cycle on cycle.id = r.cycle_id
      where r.amended_in = $1 order by r.id`,
    [cycleId],
  )
  return rows
}

export const countAmended = (identityPool: Pool, cycleId: string, count: number): Promise<unknown> =>
  identityPool.query('update deletion_cycle set rows_amended = $2 where id = $1', [cycleId, count])

export const finishCycle = (identityPool: Pool, id: string, at_ms: number): Promise<unknown> =>
  identityPool.query('update deletion_cycle set finished_at = $2 where id = $1', [id, dateOf(at_ms)])
