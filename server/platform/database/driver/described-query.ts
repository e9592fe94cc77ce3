import pg from 'pg'
import type { QueryResult } from 'pg'
import type { Statement } from './driver.ts'

export type Answered = (error: Error | null, result: QueryResult) => void

/** Present in the driver but missing from its types. */
export interface Wire {
  bind(of: { portal: string; statement: string; values: unknown[] }): void
  execute(of: { portal: string }): void
  describe(of: unknown): void
}

/** A row as PostgreSQL sends it: the texts of its columns. */
type SentRow = (string | null)[]
type Parser = (text: string) => unknown

/** The names and parsers of a result's columns. */
interface Columns {
  fields: { name: string; dataTypeID: number; format: string }[]
  _parsers: Parser[]
  parseRow(row: SentRow): unknown
}

interface DriverQuery {
  name: string | undefined
  queryMode: string | undefined
  _result: Columns
  _accumulateRows: boolean
  hasBeenParsed(connection: Wire): boolean
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
}
type DriverQueryMaker = new (text: string, values: unknown[], done: Answered) => DriverQuery

/** The same connection with access to its row format and to the columns of its prepared statements by name. */
interface Known {
  undescribing: Wire
  columns: Map<string, Columns>
}
const knownOfWire = new WeakMap<Wire, Known>()

function knownOf(connection: Wire): Known {
  let entry = knownOfWire.get(connection)
  if (!entry) {
    const undescribing = Object.create(connection, { describe: { value: () => {} } }) as Wire
    knownOfWire.set(connection, (entry = { undescribing, columns: new Map() }))
  }
  return entry
}

/**
 * A prepared statement that asks for a description of its rows once per connection instead of with every result. The
 * description cannot go stale: PostgreSQL refuses a prepared statement whose columns have changed.
 */
export class DescribedQuery extends (pg.Query as unknown as DriverQueryMaker) {
  #columns: Map<string, Columns> | undefined

  constructor({ name, text, values }: Statement, done: Answered) {
    super(text, values, done)
    this.name = name
    // Even without a name or values.
    this.queryMode = 'extended'
  }

  override prepare(connection: Wire): void {
    if (this.name === undefined) return super.prepare(connection)
    const { undescribing, columns } = knownOf(connection)
    const fields = this.hasBeenParsed(connection) ? columns.get(this.name) : undefined
    this.#columns = columns
    if (!fields) return super.prepare(connection)
    Object.assign(this._result, fields)
    this._accumulateRows = true
    super.prepare(undescribing)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    if (this.name === undefined) return
    const { fields, _parsers } = this._result
    this.#columns?.set(this.name, { fields, _parsers, parseRow: rowParserOf(fields, _parsers) })
  }
}

const rowParsers = new Map<string, Columns['parseRow']>()

/**
 * Makes rows as one literal, generated once for the same columns. The driver copies an empty row and sets each column by
 * its name: where many statements return different columns, each of these steps is a look-up. Our statements ask for no
 * binary columns, and name no column `__proto__`, which a literal would take for something else. Without columns the
 * driver has no parsers.
 */
function rowParserOf(fields: Columns['fields'], parsers: readonly Parser[] = []): Columns['parseRow'] {
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  let parser = rowParsers.get(key)
  if (!parser) {
    const values = fields.map(
      ({ name }, at) => `${JSON.stringify(name)}: row[${at}] === null ? null : parse${at}(row[${at}])`,
    )
    const code = `
      const [${fields.map((_, at) => `parse${at}`).join(', ')}] = parsers
      return (row) => ({ ${values.join(', ')} })`
    const make = new Function('parsers', code) as (parsers: readonly Parser[]) => Columns['parseRow']
    rowParsers.set(key, (parser = make(parsers)))
  }
  return parser
}
