import pg from 'pg'
import { referenceTables } from './placement.ts'
import { findObstacles, readTables, type Table } from './read-catalog.ts'

/**
 * Distributes the tables that are not distributed yet, each in its own transaction, so that the next run resumes an
 * interrupted one. Returns their names. Throws with all obstacles before anything is changed.
 */
export async function distributeTables(client: pg.ClientBase, shards: number): Promise<string[]> {
  const tables = await readTables(client)
  const obstacles = await findObstacles(client, tables)
  if (obstacles.length > 0) throw new Error(`These tables cannot be distributed:\n- ${obstacles.join('\n- ')}`)
  const names: string[] = []
  for (const table of inOrder(tables)) {
    await spread(client, table, shards)
    names.push(table.name)
  }
  return names
}

/** Reference tables first, in their order; then each other table after those it references. */
export function inOrder(tables: readonly Table[]): Table[] {
  const missing = tables.filter((table) => table.should !== 'local' && table.is !== table.should && !table.isPartition)
  const copies = referenceTables.flatMap((name) => missing.find((table) => table.name === name) ?? [])
  const tablesByName = new Map(missing.filter((table) => !copies.includes(table)).map((table) => [table.name, table]))
  const order = new Set(copies)
  const visit = (table: Table, from: readonly Table[]): void => {
    if (from.includes(table)) throw new Error(`${table.name} references itself through other tables`)
    for (const to of table.refersTo) if (tablesByName.has(to)) visit(tablesByName.get(to)!, [...from, table])
    order.add(table)
  }
  for (const table of tablesByName.values()) visit(table, [])
  return [...order]
}

async function spread(client: pg.ClientBase, { name, should }: Table, shards: number): Promise<void> {
  const table = pg.escapeIdentifier(name)
  await client.query('begin')
  try {
    // Forced policies also apply to the owner, so copying the rows would read none.
    const { rows } = await client.query<{ forced: boolean; has_subquery: boolean }>(
      `select relforcerowsecurity as forced,
              exists (select from pg_policies where schemaname = 'public' and tablename = $2 and with_check like '%SELECT%') as has_subquery
         from pg_class where oid = $1::regclass`,
      [table, name],
    )
    const { forced, has_subquery } = rows[0]!
    if (forced) await client.query(`alter table ${table} no force row level security`)
    // Citus rejects policies with subqueries, which some tables have on one server (decision 219).
    if (has_subquery) await client.query('select read_scope_once($1, false, false)', [table])
    if (should === 'reference') await client.query('select create_reference_table($1)', [table])
    else await distribute(client, name, shards)
    if (forced) await client.query(`alter table ${table} force row level security`)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`${name} cannot be distributed: ${(cause as Error).message}`, { cause })
  }
}

/** The first table creates a colocation group of shards; the others join it. */
async function distribute(client: pg.ClientBase, name: string, shards: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name::text as name from citus_tables where citus_table_type = 'distributed' limit 1`,
  )
  const table = pg.escapeIdentifier(name)
  if (rows[0])
    await client.query(`select create_distributed_table($1, 'agency_id', colocate_with => $2)`, [table, rows[0].name])
  else
    await client.query(`select create_distributed_table($1, 'agency_id', colocate_with => 'none', shard_count => $2)`, [
      table,
      shards,
    ])
}
