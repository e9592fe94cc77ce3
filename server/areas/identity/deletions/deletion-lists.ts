import type { ClientBase, Pool } from 'pg'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { dateOf } from '#server/platform/clock.ts'

export const deletionLists = ['Email', 'Phone'] as const
export type DeletionList = (typeof deletionLists)[number]

/** A row of a list: the platform's id and the hash in hex. */
export interface ListedPerson {
  id: string
  hash: string
}

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

/** Keeps rows of a list. Their hashes are opted out as well, so that no import brings these people back between two cycles. */
export async function addListed(
  db: ClientBase,
  cycleId: string,
  list: DeletionList,
  people: readonly ListedPerson[],
  at: Date,
): Promise<void> {
  const values = [people.map(({ id }) => id), binaryHexes(people.map(({ hash }) => hash))]
  await db.query(
    `insert into deletion_request (id, list, hash, cycle_id)
     select id, $4, hash, $3 from unnest($1::text[], $2::bytea[]) as given (id, hash)
     on conflict (id) do update set list = excluded.list, hash = excluded.hash, cycle_id = excluded.cycle_id, status = null`,
    [...values, cycleId, list],
  )
  await db.query(
    `insert into opt_out (hash, reason, created_at)
     select hash, 'delete_act', $2 from unnest($1::bytea[]) as given (hash) order by hash on conflict do nothing`,
    [values[1], at],
  )
}

/** Forgets rows that people withdrew at the platform, with the opt-outs that came of the rows alone. */
export async function removeListed(db: ClientBase, cycleId: string, ids: readonly string[]): Promise<void> {
  const { rowCount } = await db.query(
    `with gone as (delete from deletion_request where id = any($1::text[]) returning hash)
     delete from opt_out using gone where opt_out.hash = gone.hash and opt_out.reason = 'delete_act'`,
    [ids],
  )
  await db.query('update deletion_cycle set rows_removed = rows_removed + $2 where id = $1', [cycleId, rowCount ?? 0])
}

const matching = `
  with found as materialized (
    select r.id, k.person_id from deletion_request r join person_key k on k.hash = r.hash where r.list = 'Email'
    union all
    select r.id, p.id from deletion_request r
      join (select id, sha256(right(regexp_replace(phone_e164, '[^0-9]', '', 'g'), 10)::bytea) as hash
              from person where phone_e164 is not null offset 0) p on p.hash = r.hash
     where r.list = 'Phone'),
  request as materialized (
    select id, case when count(distinct person_id) = 1 then 3 else 4 end as status from found group by id),
  -- Who is found once for sure is deleted, whatever else they share with others.
  people as (
    select found.person_id, min(request.status) as status from found join request using (id) group by found.person_id)`

/**
 * Decides every row of a cycle, and finds all people of all rows that were ever listed: some may have come with later data. In one
 * transaction, so that a restart neither asks again who was deleted nor answers “not found” for them.
 */
export async function matchListed(db: ClientBase, cycleId: string): Promise<void> {
  await db.query(`set local statement_timeout = 0; set local work_mem = '256MB'`)
  // Addresses that are known without their SHA-256 get it, because the platform's lists have no other.
  await db.query(
    `insert into person_key (hash, person_id)
     select hash, min(id) from (
       select sha256(lower(regexp_replace(email, '\\s', '', 'g'))::bytea) as hash, id from person
        where email is not null and email !~ '[^ -~]' and email !~ '\\\\' offset 0) given
      where not exists (select from person_key k where k.hash = given.hash) group by hash
     on conflict do nothing`,
  )
  await db.query(
    `${matching},
     matches as (
       insert into deletion_match (person_id, status) select person_id, status from people
       on conflict (person_id) do update set status = excluded.status)
     update deletion_request set status = coalesce(request.status, 5)
       from deletion_request own left join request using (id)
      where own.cycle_id = $1 and own.status is null and deletion_request.id = own.id`,
    [cycleId],
  )
  await db.query(
    `update deletion_cycle set
       rows_total = (select count(*) from deletion_request where cycle_id = $1),
       people_unmatchable = (
         select count(*) from person p where p.phone_e164 is null
            and not exists (select from person_key k where k.person_id = p.id and length(k.hash) = 32))
      where id = $1`,
    [cycleId],
  )
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

/** The answers to a list, by the platform’s ids. */
export async function readAnswers(
  identityPool: Pool,
  cycleId: string,
  list: DeletionList,
): Promise<{ id: string; status: number }[]> {
  const { rows } = await identityPool.query<{ id: string; status: number }>(
    'select id, status from deletion_request where cycle_id = $1 and list = $2 order by id',
    [cycleId, list],
  )
  return rows
}

export const finishCycle = (identityPool: Pool, id: string, at_ms: number): Promise<unknown> =>
  identityPool.query('update deletion_cycle set finished_at = $2 where id = $1', [id, dateOf(at_ms)])
