import { Readable } from 'node:stream'
import { directionOf, type Language } from '#contract/core/language.ts'
import { maxSheetLeads } from '#contract/leads/leads.ts'
import { readablePhone, type CsvValue } from '#server/platform/csv.ts'
import type { CopiedRows } from '#server/platform/database/driver/driver.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Download } from '#server/platform/http/route.ts'
import { writeSheet, type SheetCell } from '#server/platform/write-sheet.ts'
import { fieldsIn, type LineStyle } from './lead-lines.ts'
import type { ShownColumns } from './shown-columns.ts'

const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Kind = ShownColumns['fields'][number]['kind']
const formats: Partial<Record<Kind, string>> = { time: 'yyyy-mm-dd hh:mm', dollars: '$#,##0.00##', share: '0.0%' }
const widths: Partial<Record<Kind, number>> = { time: 22, dollars: 12, share: 10, phone: 18 }

/** The leads of a list as a file for Excel. It is written as a whole, so its length is limited. */
export async function sheetOf(
  steps: AsyncIterable<CopiedRows>,
  style: LineStyle,
  language: Language,
  name: string,
): Promise<Download> {
  const columns = style.shown!
  const rows: (SheetCell | null)[][] = [columns.fields.map((field) => ({ value: field.name, fontWeight: 'bold' }))]
  for await (const step of steps) {
    if (rows.length + step.count > maxSheetLeads + 1) throw tooMany
    rows.push(
      ...fieldsIn(step.bytes).map((texts) =>
        columns.valuesOf(texts).map((value, n) => cellOf(value, columns.fields[n]!.kind)),
      ),
    )
  }
  const file = await writeSheet(rows, {
    sheet: 'Leads',
    columns: columns.fields.map(({ kind }) => ({ width: widths[kind] ?? 24 })),
    rightToLeft: directionOf(language) === 'rtl',
    stickyRowsCount: 1,
  })
  return { fileName: `${name}.xlsx`, contentType, stream: Readable.from([file]) }
}

const tooMany = new Failure('conflict', {
  message: `A file for Excel holds up to ${maxSheetLeads} leads. Narrow the list, or download CSV.`,
})

function cellOf(value: CsvValue, kind: Kind): SheetCell | null {
  if (value === null) return null
  const format = formats[kind]
  if (typeof value === 'object') return { value: readablePhone(value.phone) }
  // The local time of day as a date of the sheet, which has no time zones.
  if (kind === 'time') return { value: new Date(`${String(value).replace(' ', 'T')}:00Z`), format: format! }
  return format === undefined ? { value } : { value, format }
}
