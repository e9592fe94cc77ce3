import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'

/** Setting up a database fills them, migrations or code, and nobody changes them after that. */
const filledBySetUp = ['document', 'us_state', 'us_zip', 'schema_migration']

interface Table {
  name: string
  columns: string[]
}

/**
 * The whole database as SQL that any client can send in one message to an empty one, as a superuser: the migrations that
 * made its tables, then its partitions, then its rows as they are, without running triggers. Queued jobs are left out.
 */
export async function dumpDatabase(adminPool: Pool, folder: string): Promise<string> {
  const { rows: applied } = await adminPool.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migration order by number',
  )
  const tables = await readTables(adminPool)
  const parts = [
    'set role leadloom_owner;',
    `create table schema_migration (
       number integer primary key, name text not null, checksum text not null,
       applied_at timestamptz not null default clock_timestamp());`,
    // One message is one transaction, in which nothing is made concurrently.
    ...applied.map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll(/\bconcurrently\b/g, '')),
    ...applied.map(
      ({ number, name, checksum }) =>
        `insert into schema_migration (number, name, checksum) values (${number}, '${name}', '${checksum}');`,
    ),
    ...(await partitions(adminPool)),
    'reset role;',
    'set session_replication_role = replica;',
    // What migrations have put into tables that the program writes: the rows below say what became of it.
    ...tables.map(({ name }) => `delete from ${name};`),
  ]
  for (const table of tables) parts.push(...(await insertsOf(adminPool, table)))
  parts.push(...(await sequences(adminPool)), 'set session_replication_role = origin;')
  return `${parts.join('\n')}\n`
}

/** Tables whose rows are dumped, each with the columns that can be written. Rows of partitions come with their parent. */
async function readTables(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select quote_ident(c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attgenerated = '' and c.relname <> all ($1)
      group by c.oid order by c.relname`,
    [filledBySetUp],
  )
  return rows
}

/** A partition is made as its parent was: with policies and grants of its own. */
async function partitions(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select format('create table %I partition of %I %s; select tenant_policies(%L, %L);', c.relname, p.relname,
        pg_get_expr(c.relpartbound, c.oid), c.relname,
        (select string_agg(privilege_type, ', ') from aclexplode(c.relacl) where grantee = 'leadloom_app'::regrole)) as text
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where c.relkind = 'r' order by c.relname`,
  )
  return rows.map(({ text }) => text)
}

async function insertsOf(pool: Pool, { name, columns }: Table): Promise<string[]> {
  const values = columns.map((column) => `quote_nullable(${column}::text)`).join(` || ',' || `)
  const { rows } = await pool.query<{ line: string }>(`select '(' || ${values} || ')' as line from ${name} order by 1`)
  if (rows.length === 0) return []
  const lines = rows.map(({ line }) => line).join(',\n')
  return [`insert into ${name} (${columns.join(', ')}) overriding system value values\n${lines};`]
}

async function sequences(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select format('select setval(%L, %s);', sequencename, last_value) as text from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows.map(({ text }) => text)
}
