import { isBlankCell } from '#contract/core/csv-dialect.ts'
import type { ImportField, ImportMapping } from '#contract/identity/imports.ts'
import type { CsvRecord } from './read-records.ts'
import type { RowProblem } from './row-problem.ts'

/** What our own files put before a value that a spreadsheet would calculate. */
const guard = /^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/
const longest = 255

/** The reading of an optional value: the value, or why there is none. */
export type Read<T> = { value: T } | { message: string }

/** A row's cells by field. What cannot be read counts as empty and is noted; a row is never left out for it. */
export class Cells {
  /** Never contain values. */
  readonly unread: RowProblem[] = []
  readonly #record: CsvRecord
  readonly #mapping: ImportMapping
  readonly row: number

  constructor(record: CsvRecord, mapping: ImportMapping, row: number) {
    this.#record = record
    this.#mapping = mapping
    this.row = row
  }

  /** Empty if there is no such column, or the cell stands for nothing. */
  text(field: ImportField): string {
    const column = this.#mapping[field]
    const cell = column === undefined ? '' : (this.#record[column] ?? '').replace(guard, '').trim()
    if (isBlankCell(cell)) return this.#blank(field, cell)
    return cell.length <= longest ? cell : this.#note(field, `is longer than ${longest} characters`, '')
  }

  /** An optional value; null if the cell is empty or cannot be read. */
  optional<T>(field: ImportField, read: (text: string) => Read<T>): T | null {
    const text = this.text(field)
    if (text === '') return null
    const reading = read(text)
    return 'value' in reading ? reading.value : this.#note(field, reading.message, null)
  }

  problem = (field: string, message: string): RowProblem => ({ row: this.row, field, message })

  /** Dashes are how people leave a cell empty; words of programs are noted. */
  #blank(field: ImportField, cell: string): string {
    return /[A-Z]/i.test(cell) ? this.#note(field, 'holds no value', '') : ''
  }

  #note<T>(field: string, message: string, instead: T): T {
    if (!this.unread.some((problem) => problem.field === field)) this.unread.push(this.problem(field, message))
    return instead
  }
}

/** A reading that says why there is no value. */
export const orMessage =
  <T>(read: (text: string) => T | null, message: string) =>
  (text: string): Read<T> => {
    const value = read(text)
    return value === null ? { message } : { value }
  }
