import writeSheet from 'write-excel-file/node'
import { directionOf } from '#contract/core/language.ts'
import { centsFromE4, dollarsFromCents, dollarsFromE4 } from '#contract/core/money.ts'
import type { ReportFormat, ReportUnit } from '#contract/reports/table-names.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import { describeReport, type ReportDocument, type WrittenReport } from './describe-report.ts'
import { drawReport } from './draw-report.ts'

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
  const described = describeReport(report)
  const content =
    format === 'csv'
      ? Buffer.from(csvOf(described))
      : format === 'xlsx'
        ? await sheetOf(described, report)
        : await drawReport(described, report)
  return {
    fileName: `report-${table.kind}-${table.start}-${table.end}.${format}`,
    contentType: contentTypes[format],
    content,
  }
}

/** Dollars, with the cents that a spreadsheet adds up; rates as shares of 1. */
const plainValue = (value: number | null, unit: ReportUnit): number | null => {
  if (value === null || unit === 'count') return value
  if (unit === 'money') return dollarsFromCents(centsFromE4(value))
  return unit === 'price' ? dollarsFromE4(value) : Math.round(value * 10_000) / 10_000
}

/** The client of a campaign stands in a column of its own, so that software can tell the two apart. */
function csvOf({ head, units, rows, total }: ReportDocument): string {
  const hasDetail = rows.some(({ detail }) => detail !== null)
  const line = (name: string, detail: string | null, values: (number | null)[]): string =>
    csvLine(
      [name, ...(hasDetail ? [detail] : []), ...values.map((value, n) => plainValue(value, units[n]!))],
      'spreadsheet',
    )
  const [first = '', ...others] = head
  return [
    csvStart('spreadsheet'),
    csvLine([first, ...(hasDetail ? [''] : []), ...others], 'spreadsheet'),
    ...rows.map(({ name, detail, values }) => line(name, detail, values)),
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

async function sheetOf(
  { title, lines, head, units, rows, total }: ReportDocument,
  { brand, language }: WrittenReport,
): Promise<Buffer> {
  const text = (value: string, more: object = {}) => ({ value, type: String, ...more })
  const cells = (values: (number | null)[], more: object = {}) =>
    values.map((value, n) =>
      value === null
        ? null
        : { value: plainValue(value, units[n]!)!, type: Number, format: sheetFormats[units[n]!], ...more },
    )
  const bold = { fontWeight: 'bold' as const }
  const sheet = [
    [text(brand.name, bold)],
    [text(title, { ...bold, fontSize: 14 })],
    ...lines.map((one) => [text(one)]),
    [],
    head.map((name, n) => text(name, { ...bold, align: n === 0 ? undefined : 'right', wrap: true })),
    ...rows.map(({ name, date, detail, values }) => [
      // A date, so that it can be sorted and counted with; the program that opens it names months in its reader's language.
      date === null
        ? text(detail === null ? name : `${name} · ${detail}`)
        : { value: new Date(`${date}T00:00:00Z`), type: Date, format: 'mmm d, yyyy', align: 'left' as const },
      ...cells(values),
    ]),
    [text(total.name, bold), ...cells(total.values, bold)],
  ]
  const file = writeSheet(sheet, {
    sheet: title,
    columns: head.map((_name, n) => ({ width: n === 0 ? 36 : 16 })),
    rightToLeft: directionOf(language) === 'rtl',
    stickyRowsCount: lines.length + 4,
  })
  return file.toBuffer()
}
