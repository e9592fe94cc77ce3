import { buffer } from 'node:stream/consumers'
import type { Language } from '#contract/core/language.ts'
import { centsFromE4, dollarsFromCents, dollarsFromE4 } from '#contract/core/money.ts'
import type { ReportUnit } from '#contract/reports/table-names.ts'
import { readPaperBrand } from '#server/areas/branding/read-paper-brand.ts'
import { drawPaper } from '#server/platform/pdf/draw-paper.ts'
import { paperSizeOf } from '#server/platform/pdf/paper-size.ts'
import type { ReportDocument, WrittenReport } from './describe-report.ts'

/** How many of a report's sums stand above its table. */
const largeFigures = 5

const numbers = (language: Language, options: Intl.NumberFormatOptions = {}): ((value: number) => string) => {
  const format = new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-US', options)
  return (value) => format.format(value)
}

/** Formatted figures. Money has the dollar sign before the digits in every language. */
export function shownIn(language: Language): (value: number | null, unit: ReportUnit) => string {
  const dollars = numbers('en', { style: 'currency', currency: 'USD' })
  const count = numbers(language)
  const rate = numbers('en', { style: 'percent', maximumFractionDigits: 1 })
  const times = numbers('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (value, unit) => {
    if (value === null) return '–'
    if (unit === 'count') return count(value)
    if (unit === 'money') return dollars(dollarsFromCents(centsFromE4(value)))
    if (unit === 'price') return dollars(dollarsFromE4(value))
    return unit === 'rate' ? rate(value) : `${times(value)}×`
  }
}

/** Draws a report in the brand's name, color and logo: its sums in large, and one table over as many pages as needed. */
export async function drawReport(report: ReportDocument, { brand, language }: WrittenReport): Promise<Buffer> {
  const show = shownIn(language)
  const figures = (values: (number | null)[]): string[] => values.map((value, n) => show(value, report.units[n]!))
  const totals = figures(report.total.values).map((value, n) => [report.head[n + 1]!, value] as const)
  return buffer(
    await drawPaper({
      title: report.title,
      number: '',
      language,
      size: paperSizeOf('', brand.country),
      isWide: true,
      brand: await readPaperBrand(brand),
      parts: [
        ...report.lines.map((text) => ({ kind: 'text' as const, text, isQuiet: true })),
        { kind: 'figures', figures: totals.slice(0, largeFigures) },
        {
          kind: 'table',
          size: 8.5,
          head: report.head,
          rows: [
            ...report.rows.map(({ name, detail, values }) => ({
              cells: [name, ...figures(values)],
              details: detail === null ? [] : [detail],
            })),
            { cells: [report.total.name, ...figures(report.total.values)], isTotal: true },
          ],
        },
      ],
    }),
  )
}
