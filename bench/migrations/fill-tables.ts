import type pg from 'pg'

const rowsAtOnce = 100_000

/** Tables that are there before a migration and that its text changes or reads. */
export async function tablesNamedIn(admin: pg.Client, text: string): Promise<string[]> {
  const code = text.replaceAll(/--.*$/gm, '')
  const { rows } = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const names = [...code.matchAll(/\b(?:table|on|update|into|from|using|references)\s+(?:only\s+)?([a-z_]+)/gi)].map(
    ([, name]) => name,
  )
  return rows.map(({ name }) => name).filter((name) => names.includes(name))
}

interface Column {
  name: string
  type: string
  /** The first of the values that a check allows. */
  allowed: string | null
}

/** A value for a column that must have one; numbers of rows keep keys apart. */
function valueOf({ type, allowed }: Column): string {
  if (allowed !== null) return `'${allowed}'`
  if (type === 'uuid') return `('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  if (type === 'text') return `'x' || n`
  if (type === 'boolean') return 'false'
  if (type === 'jsonb') return `'{}'`
  if (type === 'bytea') return `sha256(n::text::bytea)`
  if (type === 'date' || type.startsWith('timestamp')) return `'2026-01-01'`
  if (type.endsWith('[]')) return `'{}'`
  return type === 'smallint' || type === 'real' ? '1' : 'n'
}

/**
 * Fills a table with rows that name nothing that exists, as a superuser may without triggers. Returns false if a check
 * refuses such rows; a table that has them already is left as it is.
 */
export async function fillTable(admin: pg.Client, table: string, rows: number): Promise<boolean> {
  const { rows: states } = await admin.query<{ isFilled: boolean }>(
    `select exists (select from ${table} offset ${Math.max(0, rows - 1)}) as "isFilled"`,
  )
  if (states[0]!.isFilled) return true
  const { rows: columns } = await admin.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            (select (regexp_match(pg_get_constraintdef(c.oid), a.attname || E' = ANY \\\\(ARRAY\\\\[''([^'']*)'''))[1] from pg_constraint c
              where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as allowed
       from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attidentity = ''`,
    [table],
  )
  const isPartitioned = await admin.query(`select from pg_partitioned_table where partrelid = $1::regclass`, [table])
  if (isPartitioned.rowCount)
    await admin.query(`create table if not exists ${table}_of_bench partition of ${table} default`)
  await admin.query('set session_replication_role = replica')
  try {
    for (let from = 1; from <= rows; from += rowsAtOnce)
      await admin.query(
        `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
         select ${columns.map(valueOf).join(', ')} from generate_series(${from}, ${Math.min(rows, from + rowsAtOnce - 1)}) as n`,
      )
    return true
  } catch (error) {
    if (!(error as pg.DatabaseError).code?.startsWith('23')) throw error
    return false
  } finally {
    await admin.query('set session_replication_role = origin')
  }
}
