import { informationInOrder, personsPhone } from '#contract/identity/advance-information.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { suggestedContact } from '#contract/leads/lead.ts'
import type { Caller } from '#server/platform/call.ts'
import { fieldsOfCopied, linesOfCopied } from '#server/platform/copied-lines.ts'
import { csvLine, csvStart, type CsvValue } from '#server/platform/csv.ts'
import type { CopiedRows } from '#server/platform/database/driver/driver.ts'
import { seesWholesale } from './present.ts'

/** Who a file is for, and the format of its fields. */
export interface LineStyle {
  caller: Pick<Caller, 'kind'>
  format: CsvFormat
}

/** An instant in wire format; sessions run in UTC (`pool.ts`). */
const isoText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const dollars = (column: string): string => `(${column} / 10000::float8)`

const shown = '(client.shows_phone and campaign.phone_hidden_at is null) is not false'

/** A field that clients only get if their agency allows it (`showsPhone`); everyone else always gets it. */
const unlessHidden =
  (open: string, hidden: string) =>
  ({ caller }: LineStyle): string =>
    caller.kind === 'client' ? `case when ${shown} then ${open} else ${hidden} end` : open

/** As JSON, whose quotes make sure that the line is escaped. */
const information = (style: LineStyle): string =>
  `nullif(${unlessHidden('lead.information', `lead.information - '${personsPhone}'`)(style)}, '{}')`

/** The searches as one text; null for a visit. */
const searches = `case when lead.search is not null
  then (select string_agg(phrase, '; ') from jsonb_array_elements_text(lead.search -> 'phrases') as phrase) end`

/** The SQL of each column, over the tables that `selectLeads` joins. */
const columns: readonly (readonly [name: string, sql: string | ((style: LineStyle) => string)])[] = [
  ['created_at', isoText('lead.created_at')],
  ['kind', 'lead.kind'],
  ['client', 'client.name'],
  ['campaign', 'campaign.name'],
  ['first_name', 'lead.first_name'],
  ['last_name', 'lead.last_name'],
  ['email', 'lead.email'],
  ['phone', unlessHidden('lead.phone_e164', 'null')],
  ['street', 'lead.street'],
  ['city', 'lead.city'],
  ['state', 'lead.state'],
  ['zip', 'lead.zip'],
  ['page_url', 'lead.page_url'],
  ['match_key', 'lead.match_key'],
  ['confidence', 'lead.confidence'],
  ['note', `case lead.match_key when 'company' then '${suggestedContact}' end`],
  ['retail_price', dollars('lead.retail_price_e4')],
  ['wholesale_price', dollars('lead.wholesale_price_e4')],
  ['converted_at', isoText('lead.converted_at')],
  ['searched_for', searches],
  // Last, because it is formatted when a line is written.
  ['information', information],
]

const phoneAt = columns.findIndex(([name]) => name === 'phone')

const columnsFor = (caller: LineStyle['caller']): typeof columns =>
  seesWholesale(caller) ? columns : columns.filter(([name]) => name !== 'wholesale_price')

/** The header line of a file of leads. */
export const headOf = ({ caller, format }: LineStyle): string =>
  csvStart(format) +
  csvLine(
    columnsFor(caller).map(([name]) => name),
    format,
  )

/** Columns before those of the file, for the code that reads the rows: the lead's id and an optional key. */
const skipped = 2

/** The columns of `selectLeads` for COPY. `key` is an additional column after the lead's id. */
export const lineColumns = (style: LineStyle, key: string): string =>
  ['lead.id', key, ...columnsFor(style.caller).map(([, sql]) => (typeof sql === 'string' ? sql : sql(style)))].join(
    ', ',
  )

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
  linesOfCopied(bytes, count, {
    format: style.format,
    skipped,
    phoneAt,
    lineOf: (fields) => lineOf(fields.slice(skipped), style),
  })

/** The line of one lead. Removes U+001F, the unit separator, which other software uses between fields. */
export function lineOf(fields: readonly string[], { format }: LineStyle): string {
  const values: CsvValue[] = fields.slice(0, -1).map((field) => field.replaceAll('\u001F', ''))
  values[phoneAt] = { phone: values[phoneAt] as string }
  return csvLine([...values, informationText(fields.at(-1)!)], format)
}

const informationText = (json: string): string =>
  json === ''
    ? ''
    : informationInOrder(JSON.parse(json) as Record<string, string>)
        .map(({ name, value }) => `${name}: ${value}`)
        .join('; ')
