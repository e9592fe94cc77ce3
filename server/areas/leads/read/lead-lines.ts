import { informationInOrder } from '#contract/identity/advance-information.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { suggestedContact } from '#contract/leads/lead.ts'
import type { Caller } from '#server/platform/call.ts'
import { csvLine, csvStart, FIELD_SEPARATOR, plainCsvLine, type CsvValue } from '#server/platform/csv.ts'
import { informationFor, seesWholesale } from './present.ts'

/** Who a file is for, and how its fields are written. */
export interface LineStyle {
  caller: Pick<Caller, 'kind'>
  format: CsvFormat
}

/** A lead as a line of a file tells it. */
export interface LineLead {
  id: string
  /** All columns but the last as one text: a file has millions of lines, and reading one text costs a tenth of twenty. */
  fields: string
  showsPhone: boolean | null
  information: Record<string, string> | null
}

/** A moment as the wire writes it; sessions run in UTC (`pool.ts`). */
const isoText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const dollars = (column: string): string => `(${column} / 10000::float8)`

const shown = 'client.shows_phone and campaign.phone_hidden_at is null'

/**
 * An American number as `readablePhone` writes it, put together of its parts: a pattern would cost more than all other columns.
 * Others begin with a plus, by which they are told, and are written there.
 */
const americanPhone = `case when length(lead.phone_e164) = 12 and lead.phone_e164 like '+1%'
    and substr(lead.phone_e164, 3, 1) >= '2' and substr(lead.phone_e164, 6, 1) >= '2'
  then '(' || substr(lead.phone_e164, 3, 3) || ') ' || substr(lead.phone_e164, 6, 3) || '-' || substr(lead.phone_e164, 9)
  else lead.phone_e164 end`

function phone({ caller, format }: LineStyle): string {
  const text = format === 'raw' ? 'lead.phone_e164' : americanPhone
  return caller.kind === 'client' ? `case when (${shown}) is not false then ${text} end` : text
}

/** A text that strangers may have filled, without what separates fields: no name and no page needs it. */
const foreign = (column: string): string => `translate(${column}, chr(31), '')`

/** What each column holds, in SQL over what `selectLeads` joins. */
const columns: readonly (readonly [name: string, sql: string | ((style: LineStyle) => string)])[] = [
  ['created_at', isoText('lead.created_at')],
  ['kind', 'lead.kind'],
  ['client', foreign('client.name')],
  ['campaign', foreign('campaign.name')],
  ['first_name', foreign('lead.first_name')],
  ['last_name', foreign('lead.last_name')],
  ['email', foreign('lead.email')],
  ['phone', phone],
  ['street', foreign('lead.street')],
  ['city', foreign('lead.city')],
  ['state', foreign('lead.state')],
  ['zip', foreign('lead.zip')],
  ['page_url', foreign('lead.page_url')],
  ['match_key', 'lead.match_key'],
  ['confidence', 'lead.confidence'],
  ['note', `case lead.match_key when 'company' then '${suggestedContact}' end`],
  ['retail_price', dollars('lead.retail_price_e4')],
  ['wholesale_price', dollars('lead.wholesale_price_e4')],
  ['converted_at', isoText('lead.converted_at')],
]

const phoneAt = columns.findIndex(([name]) => name === 'phone')

const columnsFor = (caller: LineStyle['caller']): typeof columns =>
  seesWholesale(caller) ? columns : columns.filter(([name]) => name !== 'wholesale_price')

const last = 'information'

/** How a file of leads begins, with the names of its columns. */
export const headOf = ({ caller, format }: LineStyle): string =>
  csvStart(format) + csvLine([...columnsFor(caller).map(([name]) => name), last], format)

/** One row as a `LineLead`; needs `campaign` and `client` joined. */
export function lineColumns(style: LineStyle): string {
  const texts = columnsFor(style.caller).map(([, sql]) => (typeof sql === 'string' ? sql : sql(style)))
  return `lead.id, concat(${texts.join(', chr(31), ')}) as fields, ${shown} as "showsPhone", lead.information`
}

export function lineOf(lead: LineLead, { caller, format }: LineStyle): string {
  const information = lead.information && informationText(informationFor(caller, lead, lead.information))
  const plain = information ? null : plainCsvLine(lead.fields + FIELD_SEPARATOR, format)
  if (plain !== null) return plain
  const fields: CsvValue[] = lead.fields.split(FIELD_SEPARATOR)
  fields[phoneAt] = { phone: fields[phoneAt] as string }
  return csvLine([...fields, information], format)
}

const informationText = (information: Record<string, string>): string =>
  informationInOrder(information)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ')
