import pg from 'pg'
import type { QueryResult } from 'pg'

/** One statement as the driver takes it; a name makes it a prepared one. */
export interface Statement {
  name?: string
  text: string
  values: unknown[]
}

export type Answered = (error: Error | null, result: QueryResult) => void

/** What the driver has and its types leave out. */
export interface Wire {
  bind(of: { portal: string; statement: string; values: unknown[] }): void
  execute(of: { portal: string }): void
  describe(of: unknown): void
}

/** How a result's columns are called and read. */
interface Columns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
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

/** The same connection for whoever knows what its rows look like, and the columns of its prepared statements by name. */
interface Known {
  undescribing: Wire
  columns: Map<string, Columns>
}
const known = new WeakMap<Wire, Known>()

function knownOf(connection: Wire): Known {
  let found = known.get(connection)
  if (!found) {
    const undescribing = Object.create(connection, { describe: { value: () => {} } }) as Wire
    known.set(connection, (found = { undescribing, columns: new Map() }))
  }
  return found
}

/**
 * A statement that asks for a description of its rows once for each connection where it is a prepared one, not with every answer.
 * They stay as they were described: PostgreSQL refuses a prepared statement whose columns have changed since.
 */
export class DescribedQuery extends (pg.Query as unknown as DriverQueryMaker) {
  #columns: Map<string, Columns> | undefined

  constructor({ name, text, values }: Statement, done: Answered) {
    super(text, values, done)
    this.name = name
    // Also where it has neither a name nor values.
    this.queryMode = 'extended'
  }

  override prepare(connection: Wire): void {
    if (this.name === undefined) return super.prepare(connection)
    const { undescribing, columns } = knownOf(connection)
    const described = this.hasBeenParsed(connection) ? columns.get(this.name) : undefined
    this.#columns = columns
    if (!described) return super.prepare(connection)
    Object.assign(this._result, described)
    this._accumulateRows = true
    super.prepare(undescribing)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    if (this.name === undefined) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#columns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
