import { informationInOrder } from '#contract/identity/advance-information.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import type { Caller } from '#server/platform/call.ts'
import { fieldsOfCopied, linesOfCopied } from '#server/platform/copied-lines.ts'
import { csvLine, csvStart, type CsvValue } from '#server/platform/csv.ts'
import type { CopiedRows } from '#server/platform/database/driver/driver.ts'
import { fileColumns } from './lead-fields.ts'
import { seesWholesale, seesWork } from './present.ts'
import type { ShownColumns } from './shown-columns.ts'

/** Who a file is for, and the format of its fields. */
export interface LineStyle {
  caller: Pick<Caller, 'kind'>
  format: CsvFormat
  /** The columns that a list shows, in place of all fields. */
  shown?: ShownColumns
}

const phoneAt = fileColumns(true).findIndex(({ name }) => name === 'phone')

const columnsFor = ({ caller, shown }: LineStyle): ReturnType<typeof fileColumns> =>
  shown?.fields ?? fileColumns(!seesWholesale(caller), seesWork(caller))

/** The header line of a file of leads. */
export const headOf = (style: LineStyle): string =>
  csvStart(style.format) +
  csvLine(
    columnsFor(style).map(({ name }) => name),
    style.format,
  )

/** Columns before those of the file, for the code that reads the rows: the lead's id and an optional key. */
const hiddenColumns = 2

/** The columns of `selectLeads` for COPY. `key` is an additional column after the lead's id. */
export const lineColumns = (style: LineStyle, key: string): string =>
  ['lead.id', key, ...columnsFor(style).map(({ sql }) => sql)].join(', ')

/** A copied row with these columns. */
export interface CopiedLead {
  id: string
  key: string
  fields: string[]
}

export function readCopied(row: string): CopiedLead {
  const [id, key, ...fields] = fieldsOfCopied(row)
  return { id: id!, key: key!, fields }
}

/** The last of copied rows. */
export const lastOf = ({ bytes }: CopiedRows): CopiedLead =>
  readCopied(bytes.toString('utf8', bytes.lastIndexOf('\n', -2) + 1, bytes.length - 1))

/** Copied rows as lines of a file. */
export const linesOf = ({ bytes, count }: CopiedRows, style: LineStyle): Buffer =>
  style.shown
    ? shownLinesOf(bytes, style, style.shown)
    : linesOfCopied(bytes, count, {
        format: style.format,
        skipped: hiddenColumns,
        phoneAt,
        lineOf: (fields) => lineOf(fields.slice(hiddenColumns), style),
      })

/** The rows of a file, as fields of text. */
export const fieldsIn = (bytes: Buffer): string[][] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => readCopied(row).fields.map(withoutSeparator))

const withoutSeparator = (field: string): string => field.replaceAll('\u001F', '')

const shownLinesOf = (bytes: Buffer, { format }: LineStyle, shown: ShownColumns): Buffer =>
  Buffer.from(
    fieldsIn(bytes)
      .map((fields) => csvLine(shown.valuesOf(fields), format))
      .join(''),
  )

/** The line of one lead. Removes U+001F, the unit separator, which other software uses between fields. */
export function lineOf(fields: readonly string[], { format }: LineStyle): string {
  const values: CsvValue[] = fields.slice(0, -1).map((field) => withoutSeparator(field))
  values[phoneAt] = { phone: values[phoneAt] as string }
  return csvLine([...values, informationText(fields.at(-1)!)], format)
}

const informationText = (json: string): string =>
  json === ''
    ? ''
    : informationInOrder(JSON.parse(json) as Record<string, string>)
        .map(({ name, value }) => `${name}: ${value}`)
        .join('; ')
