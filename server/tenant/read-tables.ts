import type { ClientBase } from 'pg'
import { sealedColumns, type SealedColumn } from '#server/rekey/sealed-columns.ts'
import { leftBehind, movedByAnother } from './tables.ts'

export interface MovedTable {
  name: string
  /** SQL for its rows of the agency `$1`. */
  rows: string
  /** Those that can be given: neither generated nor numbered by the database alone. */
  columns: string[]
  key: string[]
  /** Columns that name rows of tables that come later: empty at first. */
  later: string[]
  /** Columns that name a user. */
  userColumns: string[]
  /** Has a column with the number of a person in the identity data. */
  hasPerson: boolean
  sealed: SealedColumn[]
}

interface Row {
  name: string
  has_agency: boolean
  columns: string[]
  key: string[]
}

interface Link {
  name: string
  to: string
  columns: string[]
  nullable: boolean
}

/** The tables that are moved, each after those that its rows name. */
export async function readMovedTables(db: Pick<ClientBase, 'query'>): Promise<MovedTable[]> {
  const { rows } = await db.query<Row>(
    `select c.relname as name, bool_or(a.attname = 'agency_id') as has_agency,
            array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '' and a.attidentity <> 'a') as columns,
            coalesce((select array_agg(k.attname::text) from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
               where i.indrelid = c.oid and i.indisprimary), '{}') as key
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.oid order by c.relname`,
  )
  const { rows: links } = await db.query<Link>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as to, array_agg(a.attname::text) as columns,
            bool_or(not a.attnotnull) as nullable
       from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = any (conkey)
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace and conrelid <> confrelid
      group by pg_constraint.oid, conrelid, confrelid`,
  )
  const tables = rows
    .filter(({ name, has_agency }) => (has_agency || name in movedByAnother) && !(name in leftBehind))
    .map(({ name, columns, key }): MovedTable => ({
      name,
      rows: movedByAnother[name] ?? 't.agency_id = $1',
      columns,
      key,
      later: [],
      userColumns: links.filter((link) => link.name === name && link.to === 'app_user').flatMap((link) => link.columns),
      hasPerson: columns.includes('person_id'),
      sealed: sealedColumns.filter(({ table }) => table === name),
    }))
  // Entries go on from the anchors that replace older ones.
  return inOrder(tables, [...links, { name: 'activity', to: 'activity_anchor', columns: [], nullable: false }])
}

/** Where tables name each other in a circle, the one that can do without for a moment comes first. */
function inOrder(tables: readonly MovedTable[], links: readonly Link[]): MovedTable[] {
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const order: MovedTable[] = []
  const openLinks = (name: string): Link[] => links.filter((link) => link.name === name && waiting.has(link.to))
  const waitingFor = (name: string): number => links.filter((link) => link.to === name && waiting.has(link.name)).length
  while (waiting.size > 0) {
    const names = [...waiting.keys()]
    const next =
      names.find((name) => openLinks(name).length === 0) ??
      names
        .filter((name) => openLinks(name).every(({ nullable }) => nullable))
        .toSorted((one, other) => waitingFor(other) - waitingFor(one))[0]
    if (next === undefined) throw new Error(`${names.join(', ')} name each other`)
    const table = waiting.get(next)!
    order.push({ ...table, later: openLinks(next).flatMap(({ columns }) => columns) })
    waiting.delete(next)
  }
  return order
}
