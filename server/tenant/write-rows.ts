import type { PoolClient } from 'pg'
import type { Secrets } from '#server/platform/crypto/secrets.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import type { TenantHeader } from './lines.ts'
import type { MovedTable } from './read-tables.ts'

const rowsAtOnce = 500
const most_chars = 4 * 1024 * 1024

/** Writes the rows of a moved agency, table by table, with this side's operator in the place of the other's. */
export class RowWriter {
  readonly counts: Record<string, number> = {}
  readonly #client: PoolClient
  readonly #secrets: Pick<Secrets, 'seal'>
  readonly #tables: ReadonlyMap<string, MovedTable>
  readonly #agencyId: string
  readonly #oldRootId: string
  readonly #rootId: string
  #table: MovedTable | null = null
  #rows: string[] = []
  #chars = 0
  #sealed = ''
  /** The number of the last entry of the log. */
  #lastEntry = 0

  constructor(
    client: PoolClient,
    secrets: Pick<Secrets, 'seal'>,
    tables: readonly MovedTable[],
    { agency_id, root_id }: TenantHeader,
    rootId: string,
  ) {
    this.#client = client
    this.#secrets = secrets
    this.#tables = new Map(tables.map((table) => [table.name, table]))
    this.#agencyId = agency_id
    this.#oldRootId = root_id
    this.#rootId = rootId
  }

  async begin(name: string): Promise<void> {
    await this.#flush()
    const table = this.#tables.get(name)
    if (!table) throw new StartProblem(`The file has an unknown table ${name}. Nothing was imported.`)
    this.#table = table
    this.counts[name] = 0
    if (table.later.length > 0)
      await this.#client.query(
        'create temp table if not exists row_to_complete (name text, value jsonb) on commit drop',
      )
  }

  /** Values of the next row, which this side seals with its own key. */
  seal(values: readonly [column: string, plain: string, context: string][]): void {
    const pairs = values.map(([column, plain, context]) => [column, this.#secrets.seal(plain, context)])
    this.#sealed = JSON.stringify(Object.fromEntries(pairs)).slice(1, -1)
  }

  async add(text: string): Promise<void> {
    const row = text.replaceAll(this.#oldRootId, this.#rootId)
    this.#rows.push(this.#sealed === '' ? row : `${row.slice(0, -1)}, ${this.#sealed}}`)
    this.#sealed = ''
    this.#chars += row.length
    if (this.#rows.length >= rowsAtOnce || this.#chars >= most_chars) await this.#flush()
  }

  async #flush(): Promise<void> {
    const [table, rows] = [this.#table, this.#rows]
    this.#rows = []
    this.#chars = 0
    if (!table || rows.length === 0) return
    if (table.name === 'activity') await this.#addEntries(table, rows)
    else await this.#insert(table, rows)
  }

  async #insert(table: MovedTable, rows: readonly string[]): Promise<void> {
    const { name, columns, later } = table
    const values = columns.map((column) => valueOf(column, later))
    // Only the owner of the log’s anchors may add one.
    const isOwners = name === 'activity_anchor'
    if (isOwners) await this.#client.query('set local role none')
    const { rows: counts } = await this.#client.query<{ count: number }>(
      `with given as (select x.*, n from unnest($1::jsonb[]) with ordinality as one (row, n), jsonb_populate_record(null::${name}, one.row) x),
       added as (
         insert into ${name} (${columns.join(', ')}) select ${values.join(', ')} from given x order by n
         ${name === 'app_user' ? 'on conflict (id) do nothing' : ''} returning 1 as one${name === 'app_user' ? ', agency_id' : ''})
       select count(*)::int as count from added ${name === 'app_user' ? 'where agency_id is not null' : ''}`,
      [rows],
    )
    if (isOwners) await this.#client.query('set local role leadloom_app')
    this.counts[name]! += counts[0]!.count
    if (later.length > 0)
      await this.#client.query('insert into row_to_complete select $1, unnest($2::jsonb[])', [name, rows])
  }

  /** The database numbers and chains entries by itself: where old ones were replaced by an anchor, it goes on from there. */
  async #addEntries(table: MovedTable, rows: readonly string[]): Promise<void> {
    let run: string[] = []
    for (const row of rows) {
      const { seq } = JSON.parse(row) as { seq: number }
      if (seq !== this.#lastEntry + 1) {
        if (run.length > 0) await this.#insert(table, run)
        run = []
        await this.#continueAt(seq - 1)
      }
      run.push(row)
      this.#lastEntry = seq
    }
    if (run.length > 0) await this.#insert(table, run)
  }

  async #continueAt(seq: number): Promise<void> {
    await this.#client.query(
      `insert into activity_head (book_id, root_id, seq, hash) select book_id, $2, last_seq, hash from activity_anchor where book_id = $1 and last_seq = $3
       on conflict (book_id) do update set seq = excluded.seq, hash = excluded.hash`,
      [this.#agencyId, this.#rootId, seq],
    )
  }

  /** What rows name of tables that came after them. */
  async finish(): Promise<void> {
    await this.#flush()
    const { rows: anchors } = await this.#client.query<{ last: number | null }>(
      'select max(last_seq)::float8 as last from activity_anchor where book_id = $1',
      [this.#agencyId],
    )
    const last = anchors[0]?.last ?? 0
    if (last > this.#lastEntry) await this.#continueAt(last)
    for (const { name, later, key } of this.#tables.values()) {
      if (later.length === 0) continue
      await this.#client.query(
        `update ${name} t set ${later.map((column) => `${column} = x.${column}`).join(', ')}
           from row_to_complete r, jsonb_populate_record(null::${name}, r.value) x
          where r.name = $1 and ${key.map((column) => `t.${column} = x.${column}`).join(' and ')}`,
        [name],
      )
    }
  }
}

/** A person who is unknown here keeps a number of their own, which no person has. */
const valueOf = (column: string, later: readonly string[]): string => {
  if (later.includes(column)) return 'null'
  if (column !== 'person_id') return `x.${column}`
  return 'coalesce((select known_id from known_person where old_id = x.person_id), -x.person_id)'
}
