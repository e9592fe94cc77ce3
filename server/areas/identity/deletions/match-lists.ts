import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { DeletionList } from './deletion-lists.ts'

// Lists have millions of rows: they are copied into a table of this transaction, and every step is one statement over all of them. A row
// is written once, with its answer.

const chunk_bytes = 1 << 20

/** Makes room for the rows of a cycle; it ends with the transaction. */
export async function startLists(db: ClientBase): Promise<void> {
  await db.query(
    `set local statement_timeout = 0; set local work_mem = '512MB'; set local maintenance_work_mem = '512MB'`,
  )
  await db.query(
    'create temporary table listed (id text collate "C" not null, hash64 text not null, list text) on commit drop',
  )
}

/** Takes the rows of a list: lines of id and Base64, which were checked before. */
export async function takeRows(db: ClientBase, list: DeletionList, rows: Buffer): Promise<void> {
  await db.query(`alter table listed alter column list set default '${list}'`)
  const stream = db.query(copyFrom(`copy listed (id, hash64) from stdin (format csv)`))
  for (let from = 0; from < rows.length; from += chunk_bytes)
    if (!stream.write(rows.subarray(from, from + chunk_bytes))) await once(stream, 'drain')
  stream.end()
  await finished(stream)
}

/**
 * Decides the rows that were taken, and finds all people of all rows that were ever listed: some may have come with later data. Listed
 * hashes are opted out as well, so that no import brings these people back between two cycles. All in one transaction, so that a restart
 * neither asks again who was deleted nor answers “not found” for them.
 */
export async function matchLists(db: ClientBase, cycleId: string, at: Date): Promise<void> {
  await db.query('analyze listed')
  // Hashes that a statement makes have no statistics: left alone, the planner would look millions of them up one by one.
  await db.query('set local enable_nestloop = off; set local enable_mergejoin = off')
  await completeKeys(db)
  await findPeople(db)
  await db.query('set local enable_nestloop = on; set local enable_mergejoin = on')
  await db.query(
    `insert into deletion_match (person_id, status)
     select found.person_id, min(answer.status) from found join answer using (id) group by found.person_id
     on conflict (person_id) do update set status = excluded.status`,
  )
  await keepRows(db, cycleId, at)
  await countRows(db, cycleId)
}

/** Addresses that are known without their SHA-256 get it, because the platform's lists have no other. */
const completeKeys = (db: ClientBase): Promise<unknown> =>
  db.query(
    `insert into person_key (hash, person_id)
     select hash, min(id) from (
       select sha256(lower(translate(email, E' \\t\\n\\r\\f\\v', ''))::bytea) as hash, id from person
        where email is not null and email !~ '[^ -~]' and strpos(email, '\\') = 0 offset 0) given
      where not exists (select from person_key k where k.hash = given.hash) group by hash
     on conflict do nothing`,
  )

/** `found` has who is meant by which row, `answer` what is answered: several people who share an identifier are opted out (4). */
async function findPeople(db: ClientBase): Promise<void> {
  await db.query(
    `create temporary table found on commit drop as
     with asked as not materialized (
       select id, list, decode(hash64, 'base64') as hash from listed
       union all select id, list, hash from deletion_request)
     select asked.id, k.person_id from asked join person_key k on k.hash = asked.hash where asked.list = 'Email'
     union all
     select asked.id, p.id from asked
       join (select id, sha256(right(translate(phone_e164, '+ -().', ''), 10)::bytea) as hash
               from person where phone_e164 is not null offset 0) p on p.hash = asked.hash
      where asked.list = 'Phone'`,
  )
  await db.query(
    `create temporary table answer on commit drop as
     select id, case when min(person_id) = max(person_id) then 3 else 4 end::smallint as status from found group by id`,
  )
  await db.query('analyze found; analyze answer')
}

/** In the order of the indexes, so that their pages fill one after the other. */
async function keepRows(db: ClientBase, cycleId: string, at: Date): Promise<void> {
  // Hardly any row comes twice: taking these out first is cheaper than asking for each whether it is there.
  await db.query('delete from deletion_request old using listed where old.id = listed.id')
  await db.query(
    `insert into deletion_request (id, list, hash, cycle_id, status)
     select listed.id, listed.list, decode(listed.hash64, 'base64'), $1, coalesce(answer.status, 5)
       from listed left join answer using (id) order by listed.id`,
    [cycleId],
  )
  await db.query(
    `insert into opt_out (hash, reason, created_at)
     select hash, 'delete_act', $1
       from (select decode(hash64, 'base64') as hash from listed where ${isMatchable}) given order by hash on conflict do nothing`,
    [at],
  )
  // Who was not found in an earlier cycle and is now: that answer was right then, and is amended.
  await db.query(
    `update deletion_request r set status = answer.status, amended_in = $1 from answer
      where r.id = answer.id and r.cycle_id <> $1 and r.status = 5`,
    [cycleId],
  )
  // Rows that a restored backup had not answered.
  await db.query(
    `update deletion_request r set status = coalesce((select status from answer where answer.id = r.id), 5) where r.status is null`,
  )
}

/** Rows of lists that can name somebody in the identity data. */
const isMatchable = `list in ('Email', 'Phone')`

const countRows = (db: ClientBase, cycleId: string): Promise<unknown> =>
  db.query(
    `update deletion_cycle set
       (rows_total, rows_deleted, rows_opted_out, rows_not_found) = (
         select count(*), count(*) filter (where status = 3), count(*) filter (where status = 4), count(*) filter (where status = 5)
           from deletion_request where cycle_id = $1),
       rows_unmatchable = (select count(*) from deletion_request where cycle_id = $1 and not ${isMatchable}),
       people_unmatchable = (
         select count(*) from person p where p.phone_e164 is null
            and not exists (select from person_key k where k.person_id = p.id and length(k.hash) = 32))
      where id = $1`,
    [cycleId],
  )

/** The file that answers a list. The platform spells its header so. */
export async function writeAnswers(identityPool: Pool, cycleId: string, list: DeletionList): Promise<Buffer> {
  const client = await identityPool.connect()
  try {
    await client.query('begin read only; set local statement_timeout = 0')
    const chunks: Buffer[] = [Buffer.from('Id,Status\n')]
    // Both are the program's own: an id and one of two names. COPY takes no parameters.
    const text = `copy (select id, status from deletion_request where cycle_id = '${cycleId}' and list = '${list}') to stdout (format csv)`
    for await (const chunk of client.query(copyTo(text))) chunks.push(chunk as Buffer)
    await client.query('commit')
    return Buffer.concat(chunks)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
