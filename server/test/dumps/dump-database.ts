import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'

/** Tables that database setup fills, by migrations or code, and that never change after that. */
const filledBySetUp = ['document', 'us_state', 'us_zip', 'schema_migration']

interface Table {
  name: string
  columns: string[]
}

/**
 * The whole database as SQL that a superuser can send to an empty one in one message: the migrations that created its
 * tables, then partitions, then rows as they are, without triggers. Queued jobs are left out.
 */
export async function dumpDatabase(adminPool: Pool, folder: string): Promise<string> {
  const { rows: migrations } = await adminPool.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migration order by number',
  )
  const tables = await readTables(adminPool)
  const parts = [
    'set role leadloom_owner;',
    `create table schema_migration (
       number integer primary key, name text not null, checksum text not null,
       applied_at timestamptz not null default clock_timestamp());`,
    // A message is one transaction, which does not allow `create index concurrently`.
    ...migrations.map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll(/\bconcurrently\b/g, '')),
    ...migrations.map(
      ({ number, name, checksum }) =>
        `insert into schema_migration (number, name, checksum) values (${number}, '${name}', '${checksum}');`,
    ),
    ...(await partitions(adminPool)),
    'reset role;',
    'set session_replication_role = replica;',
    // Delete rows that migrations inserted into tables of the program: the dumped rows replace them.
    ...tables.map(({ name }) => `delete from ${name};`),
  ]
  for (const table of tables) parts.push(...(await insertsOf(adminPool, table)))
  parts.push(...(await sequences(adminPool)), 'set session_replication_role = origin;')
  return `${parts.join('\n')}\n`
}

/** Tables whose rows are dumped, with their writable columns. Rows of partitions are included in their parent. */
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

/** Creates partitions like their parent does, with their own policies and grants. */
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
