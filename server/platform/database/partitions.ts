import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type Pool, type PoolClient } from 'pg'
import { lowestUuidAt } from '../ids.ts'

const day_ms = 86_400_000
const dropAttempts = 3

/**
 * Creates a table's missing partitions, one per UTC day from `daysBack` before to `daysAhead` after `now_ms`; returns
 * their names. The partition key is a UUIDv7 column, so a row's day is the one in its id. Several processes may run it
 * at once; it costs one query if nothing is missing, and never blocks the table.
 */
export async function ensureDayPartitions(
  ownerPool: Pool,
  table: string,
  now_ms: number,
  span: { daysBack: number; daysAhead: number },
): Promise<string[]> {
  const today_ms = startOfDay(now_ms)
  const days = Array.from(
    { length: span.daysBack + span.daysAhead + 1 },
    (_, at) => today_ms + (at - span.daysBack) * day_ms,
  )
  const there = new Set(await partitionsOf(ownerPool, table))
  const names: string[] = []
  for (const start_ms of days) {
    if (there.has(nameOf(table, start_ms))) continue
    if (await inTransaction(ownerPool, '10s', (client) => makePartition(client, table, start_ms))) {
      names.push(nameOf(table, start_ms))
    }
  }
  return names
}

/**
 * Drops the partitions of days that ended more than `retention_days` days before today, with their rows, and returns their
 * names. One that stays in use is left for the next run: waiting for it would block every other query of the table.
 */
export async function dropOldPartitions(
  ownerPool: Pool,
  table: string,
  now_ms: number,
  options: { retention_days: number },
): Promise<string[]> {
  const oldestRetained = nameOf(table, startOfDay(now_ms) - options.retention_days * day_ms)
  const names: string[] = []
  for (const name of await partitionsOf(ownerPool, table)) {
    if (name < oldestRetained && (await dropPartition(ownerPool, name))) names.push(name)
  }
  return names
}

const startOfDay = (at_ms: number): number => Math.floor(at_ms / day_ms) * day_ms

/** hit_20261121: sorts by day. */
const nameOf = (table: string, start_ms: number): string =>
  `${table}_${new Date(start_ms).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Names of the day partitions, oldest first. */
async function partitionsOf(pool: Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname ~ $2 order by 1`,
    [pg.escapeIdentifier(table), `^${table}_\\d{8}$`],
  )
  return rows.map((row) => row.name)
}

/** Builds the partition beside the table and attaches it when complete, so that the table's traffic continues. */
async function makePartition(client: PoolClient, table: string, start_ms: number): Promise<boolean> {
  const name = nameOf(table, start_ms)
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`partitions of ${table}`])
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
  if (rows[0]?.there) return false
  const [parent, part] = [pg.escapeIdentifier(table), pg.escapeIdentifier(name)]
  await client.query(`create table ${part} (like ${parent} including all excluding indexes)`)
  await copyPolicies(client, table, name)
  await client.query(
    `alter table ${parent} attach partition ${part}
     for values from ('${lowestUuidAt(start_ms)}') to ('${lowestUuidAt(start_ms + day_ms)}')`,
  )
  return true
}

/**
 * A partition that is accessed directly does not inherit the table's policies or grants, so it gets its own: access is
 * then restricted in the same way by either route.
 */
async function copyPolicies(client: PoolClient, table: string, name: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %I enable row level security', $2::text) as statement from pg_class
       where oid = $1::regclass and relrowsecurity
     union all
     select format('alter table %I force row level security', $2::text) from pg_class
       where oid = $1::regclass and relforcerowsecurity
     union all
     select format('create policy %I on %I as %s for %s to %s%s%s', policyname, $2::text, permissive, cmd,
         (select string_agg(quote_ident(role), ', ') from unnest(roles) role),
         ' using (' || qual || ')', ' with check (' || with_check || ')')
       from pg_policies where schemaname = current_schema() and tablename = $3
     union all
     select format('grant %s on %I to %I', privilege_type, $2::text, grantee::regrole::text)
       from pg_class, aclexplode(relacl) where oid = $1::regclass and grantee <> 0 and grantee <> relowner`,
    [pg.escapeIdentifier(table), name, table],
  )
  for (const { statement } of rows) await client.query(statement)
}

async function dropPartition(pool: Pool, name: string): Promise<boolean> {
  for (let attempt = 1; attempt <= dropAttempts; attempt++) {
    try {
      await inTransaction(pool, '500ms', (client) => client.query(`drop table if exists ${pg.escapeIdentifier(name)}`))
      return true
    } catch (error) {
      // 55P03: the lock was not available in time.
      if ((error as pg.DatabaseError).code !== '55P03') throw error
      await sleep(attempt * 200)
    }
  }
  return false
}

async function inTransaction<T>(pool: Pool, lockTimeout: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let breakage: Error | undefined
  try {
    await client.query(`begin; set local lock_timeout = '${lockTimeout}'`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => {
      breakage = reason
    })
    throw error
  } finally {
    client.release(breakage)
  }
}
