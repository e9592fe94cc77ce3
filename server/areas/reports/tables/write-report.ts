import { directionOf } from '#contract/core/language.ts'
import { centsFromE4, dollarsFromCents, dollarsFromE4 } from '#contract/core/money.ts'
import type { ReportFormat, ReportUnit } from '#contract/reports/table-names.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { describeReport, type ReportDocument, type WrittenReport } from './describe-report.ts'
import { drawReport } from './draw-report.ts'
import { writeSheet, type SheetCell } from '#server/platform/write-sheet.ts'

export interface ReportFile {
  fileName: string
  contentType: string
  content: Buffer
}

const contentTypes: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** Writes a report as a file in a brand and a language. */
export async function writeReport(report: WrittenReport): Promise<ReportFile> {
  const { format, table } = report
  const description = describeReport(report, await translatorOf(report.language))
  const content =
    format === 'csv'
      ? Buffer.from(csvOf(description))
      : format === 'xlsx'
        ? await sheetOf(description, report)
        : await drawReport(description, report)
  return {
    fileName: `report-${table.kind}-${table.start}-${table.end}.${format}`,
    contentType: contentTypes[format],
    content,
  }
}

/** Money in dollars and cents that a spreadsheet can sum; rates as fractions of 1. */
const plainValue = (value: number | null, unit: ReportUnit): number | null => {
  if (value === null || unit === 'count') return value
  if (unit === 'money') return dollarsFromCents(centsFromE4(value))
  return unit === 'price' ? dollarsFromE4(value) : Math.round(value * 10_000) / 10_000
}

/**
 * A campaign's client has its own column, so that software can tell the two apart. How many rows are not listed is said
 * above the total.
 */
function csvOf({ head, detailName, units, rows, hidden, total }: ReportDocument): string {
  const hasDetail = detailName !== null
  const [first = '', ...others] = head
  const line = (name: string, detail: string | null, values: (number | null)[]): string =>
    csvLine(
      [name, ...(hasDetail ? [detail] : []), ...values.map((value, n) => plainValue(value, units[n]!))],
      'spreadsheet',
    )
  const nothing = units.map(() => null)
  return [
    csvStart('spreadsheet'),
    csvLine([first, ...(hasDetail ? [detailName] : []), ...others], 'spreadsheet'),
    ...rows.map(({ name, detail, values }) => line(name, detail, values)),
    ...(hidden === null ? [] : [line(hidden, null, nothing)]),
    line(total.name, null, total.values),
  ].join('')
}

const sheetFormats: Readonly<Record<ReportUnit, string>> = {
  count: '#,##0',
  money: '$#,##0.00',
  price: '$#,##0.00##',
  rate: '0.0%',
  times: '0.00"×"',
}

function sheetOf(
  { title, lines, head, units, rows, total }: ReportDocument,
  { brand, language }: WrittenReport,
): Promise<Buffer> {
  const cells = (values: (number | null)[], more: Partial<SheetCell> = {}) =>
    values.map((value, n) =>
      value === null ? null : { value: plainValue(value, units[n]!)!, format: sheetFormats[units[n]!], ...more },
    )
  const bold = { fontWeight: 'bold' } as const
  const sheet: (SheetCell | null)[][] = [
    [{ value: brand.name, ...bold }],
    [{ value: title, ...bold, fontSize: 14 }],
    ...lines.map((value) => [{ value }]),
    [],
    head.map((value, n) => ({ value, ...bold, ...(n > 0 && { align: 'right' as const }), wrap: true })),
    ...rows.map(({ name, date, detail, values }) => [
      // A real date, so that it can be sorted and calculated with; the spreadsheet formats it in the reader's language.
      date === null
        ? { value: detail === null ? name : `${name} · ${detail}` }
        : { value: new Date(`${date}T00:00:00Z`), format: 'mmm d, yyyy', align: 'left' as const },
      ...cells(values),
    ]),
    [{ value: total.name, ...bold }, ...cells(total.values, bold)],
  ]
  return writeSheet(sheet, {
    sheet: title,
    columns: head.map((_name, n) => ({ width: n === 0 ? 36 : 16 })),
    rightToLeft: directionOf(language) === 'rtl',
    stickyRowsCount: lines.length + 4,
  })
}
