import type pg from 'pg'
import { coordinatorTables, referenceTables } from './placement.ts'

type Placement = 'distributed' | 'reference' | 'local'

export interface Table {
  name: string
  should: Placement
  is: Placement
  /** Partitions follow their table. */
  isPartition: boolean
  /** Other tables that its foreign keys reference. */
  refersTo: readonly string[]
}

interface Row {
  name: string
  is_partition: boolean
  first_key: string | null
  kind: string | null
}

/** All our tables: where they are, and where they should be. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Row>(
    `select c.relname as name, c.relispartition as is_partition, a.attname as first_key, t.citus_table_type as kind
       from pg_class c
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       left join citus_tables t on t.table_name = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by c.relname`,
  )
  const links = await readLinks(client)
  const tables = rows.map(({ name, is_partition, first_key, kind }): Table => ({
    name,
    isPartition: is_partition,
    should: placeOf(name, first_key),
    is: kind === 'distributed' || kind === 'reference' ? kind : 'local',
    refersTo: links.filter((link) => link.name === name && link.to !== name).map(({ to }) => to),
  }))
  return withReferencedTables(tables)
}

async function readLinks(client: pg.ClientBase): Promise<{ name: string; to: string }[]> {
  const { rows } = await client.query<{ name: string; to: string }>(
    `select distinct conrelid::regclass::text as name, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
  )
  return rows
}

/** Tables that reference a table on the coordinator stay there too. */
function withReferencedTables(tables: readonly Table[]): Table[] {
  const staying = new Set(tables.filter(({ should }) => should === 'local').map(({ name }) => name))
  for (let before = -1; before !== staying.size;) {
    before = staying.size
    for (const { name, refersTo } of tables)
      if (refersTo.some((to) => staying.has(to)) && !referenceTables.includes(name)) staying.add(name)
  }
  return tables.map((table) => (staying.has(table.name) ? { ...table, should: 'local' } : table))
}

function placeOf(name: string, firstKey: string | null): Placement {
  if (referenceTables.includes(name)) return 'reference'
  return firstKey === 'agency_id' && !coordinatorTables.has(name) ? 'distributed' : 'local'
}

/** What prevents a table from being distributed, with what to do about it. */
export async function findObstacles(client: pg.ClientBase, tables: readonly Table[]): Promise<string[]> {
  const moving = tables.filter((table) => table.should !== table.is && !table.isPartition)
  const distributedNames = tables.filter(({ should }) => should === 'distributed').map(({ name }) => name)
  const { rows } = await client.query<{ problem: string }>(
    `select format('%s has the trigger %s: what it keeps goes into the code', t.tgrelid::regclass, t.tgname) as problem
       from pg_trigger t
      where not t.tgisinternal and t.tgrelid::regclass::text = any ($1) and t.tgname <> all ($3)
     union all
     select format('%s has the unique index %s without agency_id', i.indrelid::regclass, i.indexrelid::regclass)
       from pg_index i
      where i.indisunique and i.indrelid::regclass::text = any ($2)
        and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.attname = 'agency_id')
     union all
     select format('%s refers to %s by %s, which stays on the coordinator', f.conrelid::regclass, f.confrelid::regclass, f.conname)
       from pg_constraint f
      where f.contype = 'f' and f.conrelid::regclass::text = any ($1) and f.confrelid::regclass::text <> all ($4)`,
    [
      moving.map(({ name }) => name),
      distributedNames,
      ledgerTriggers,
      tables.filter(({ should }) => should !== 'local').map(({ name }) => name),
    ],
  )
  return rows.map(({ problem }) => problem)
}

/** The ledger's triggers; removed while its tables are distributed. */
export const ledgerTriggers: readonly string[] = [
  'ledger_transfer_is_append_only',
  'ledger_account_stays',
  'transfer_names_accounts',
]
