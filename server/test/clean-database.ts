import pg from 'pg'

// Brings a test's database back to what it was when it was copied, so that the next test can have it with its warm
// connections: rows and day partitions go, sequences restart, and a database whose tables were altered is not used again.

/** What is written down about a fresh copy of the template. */
export interface Original {
  shape: string
  /** Tables that are empty in the template. */
  empty: readonly string[]
  /** Tables with rows in the template. */
  filled: readonly Filled[]
  sequences: ReadonlyMap<string, string | null>
}

interface Filled {
  name: string
  /** Too many rows to look at each: only their number counts. */
  isLarge: boolean
  /** Changes with each change of a row. */
  mark: string
  /** Null for a table that no test may change. */
  rows: string | null
}

/** More deleted rows than this slow the next test down. */
const maxRows = 20_000
/** Tables with more rows, or longer ones, are not copied. */
const maxOriginalRows = 50
const largeTable = 1_000

const ownSchemas = `(select oid from pg_namespace where nspname in ('public', 'graphile_worker'))`
const ownTables = `(select oid from pg_class
  where relnamespace in ${ownSchemas} and relkind in ('r', 'p', 'v') and not relispartition)`

/** Changes with each statement that defines something, apart from partitions. */
const shapeStatement = {
  name: 'shape of a test database',
  text: `select concat_ws(' ',
    (select sum(hashtextextended(concat_ws(' ', oid, relname, relowner, relacl, relnatts, relchecks, relhasrules, relhastriggers,
       relrowsecurity, relforcerowsecurity), 0)) from pg_class where oid in ${ownTables}),
    (select concat(count(*), ':', max(xmin::text::bigint)) from pg_attribute where attrelid in ${ownTables}),
    (select concat(count(*), ':', max(xmin::text::bigint)) from pg_index where indrelid in ${ownTables}),
    (select concat(count(*), ':', max(xmin::text::bigint)) from pg_policy where polrelid in ${ownTables}),
    (select concat(count(*), ':', max(xmin::text::bigint)) from pg_constraint where conrelid in ${ownTables}),
    (select concat(count(*), ':', max(xmin::text::bigint)) from pg_trigger where tgrelid in ${ownTables} and tgparentid = 0),
    (select concat(count(*), ':', max(xmin::text::bigint)) from pg_proc where pronamespace in ${ownSchemas}),
    (select concat(count(*), ':', max(nspacl::text), max(oid)) from pg_namespace where nspname !~ '^pg_'),
    (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where d.datname = current_database())
  ) as shape`,
}

const tablesStatement = `
  select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
   where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p') and not relispartition order by 1`

/** The template has none. */
const partitionsStatement = {
  name: 'partitions of a test database',
  text: `select string_agg(format('%I.%I', nspname, relname), ', ') as names from pg_class
    join pg_namespace n on n.oid = relnamespace where nspname = 'public' and relkind in ('r', 'p') and relispartition`,
}

const sequencesStatement = {
  name: 'sequences of a test database',
  text: `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences`,
}

/** Reads what a fresh copy contains. */
export async function readOriginal(admin: pg.PoolClient): Promise<Original> {
  const { rows: shapes } = await admin.query<{ shape: string }>(shapeStatement)
  const { rows: tables } = await admin.query<{ name: string }>(tablesStatement)
  const names = tables.map(({ name }) => name)
  const withRows = await namesWithRows(admin, names)
  const filledTables: Filled[] = []
  for (const name of withRows) filledTables.push(await readFilled(admin, name))
  return {
    shape: shapes[0]!.shape,
    empty: names.filter((name) => !withRows.includes(name)),
    filled: await withMarks(admin, filledTables),
    sequences: await readSequences(admin),
  }
}

async function readFilled(admin: pg.PoolClient, name: string): Promise<Filled> {
  const { rows: sizes } = await admin.query<{ count: number; bytes: number }>(
    `select count(*)::int as count, pg_total_relation_size('${name}')::int as bytes from ${name}`,
  )
  const { count, bytes } = sizes[0]!
  const table = { name, isLarge: count > largeTable, mark: '' }
  if (count > maxOriginalRows || bytes > 200_000) return { ...table, rows: null }
  const { rows } = await admin.query<{ all: string }>(`select jsonb_agg(to_jsonb(t))::text as all from ${name} t`)
  return { ...table, rows: rows[0]!.all }
}

async function readSequences(admin: pg.PoolClient): Promise<Map<string, string | null>> {
  const { rows } = await admin.query<{ name: string; last: string | null }>(sequencesStatement)
  return new Map(rows.map(({ name, last }) => [name, last]))
}

async function namesWithRows(admin: pg.PoolClient, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const text = names.map((name) => `select '${name}' as name where exists (select from ${name})`).join(' union all ')
  const { rows } = await admin.query<{ name: string }>({ name: `rows of ${names.length} tables`, text })
  return rows.map(({ name }) => name)
}

/** The same tables with their present marks. */
async function withMarks(admin: pg.PoolClient, filled: readonly Filled[]): Promise<Filled[]> {
  const markOf = (isLarge: boolean): string =>
    isLarge ? 'count(*)::text' : `concat(count(*), ':', max(xmin::text::bigint))`
  const text = filled
    .map(({ name, isLarge }) => `select '${name}' as name, ${markOf(isLarge)} as mark from ${name}`)
    .join(' union all ')
  const { rows } = await admin.query<{ name: string; mark: string }>({ name: 'marks of a test database', text })
  const marks = new Map(rows.map(({ name, mark }) => [name, mark]))
  return filled.map((table) => ({ ...table, mark: marks.get(table.name)! }))
}

/**
 * Restores the original; null if the database cannot be used again. The writer ignores triggers and foreign keys, which makes
 * its connection forget all plans: another one reads, whose statements on all tables take longer to plan than to run.
 */
export async function restoreOriginal(
  { reader, writer }: { reader: pg.PoolClient; writer: pg.PoolClient },
  original: Original,
): Promise<Original | null> {
  const { rows } = await reader.query<{ shape: string }>(shapeStatement)
  if (rows[0]!.shape !== original.shape) return null
  const { rows: partitions } = await reader.query<{ names: string | null }>(partitionsStatement)
  const tables = await namesWithRows(reader, original.empty)
  const now = await withMarks(reader, original.filled)
  const changes = original.filled.filter(({ mark }, at) => mark !== now[at]!.mark)
  if (changes.some((each) => each.rows === null)) return null
  const statements = [
    ...(partitions[0]!.names === null ? [] : [`drop table ${partitions[0]!.names}`]),
    ...[...tables, ...changes.map(({ name }) => name)].map((name) => `delete from ${name}`),
    ...changes.map(({ name, rows: all }) => insertionOf(name, all!)),
    ...(await restartsOf(reader, original.sequences)),
  ]
  if (statements.length > 0) {
    const results = [
      await writer.query(`begin; set local session_replication_role = replica; set local lock_timeout = '1s';
        ${statements.join(';')}; commit`),
    ].flat()
    if (results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0) > maxRows) return null
  }
  return changes.length === 0 ? original : { ...original, filled: await withMarks(reader, original.filled) }
}

const insertionOf = (table: string, rows: string): string =>
  `insert into ${table} overriding system value
   select * from jsonb_populate_recordset(null::${table}, ${pg.escapeLiteral(rows)})`

/** The statements that restart each sequence that a test has used. */
async function restartsOf(reader: pg.PoolClient, originals: Original['sequences']): Promise<string[]> {
  return [...(await readSequences(reader))]
    .map(([name, last]) => ({ name, last, first: originals.get(name) ?? null }))
    .filter(({ last, first }) => last !== first)
    .map(({ name, first }) => `select setval('${name}', ${first ?? 1}, ${first !== null})`)
}
