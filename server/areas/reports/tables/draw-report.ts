import { buffer } from 'node:stream/consumers'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { directionOf, type Language } from '#contract/core/language.ts'
import { centsFromE4, dollarsFromCents, dollarsFromE4 } from '#contract/core/money.ts'
import type { ReportUnit } from '#contract/reports/table-names.ts'
import { createDocument, heightOf, writeText, type PdfDocument } from '#server/platform/pdf/write-text.ts'
import type { ReportDocument, WrittenReport } from './describe-report.ts'

const dark = '#1d2229'
const gray = '#5b6470'
const hairline = '#d9dde3'
const margin = 40
const gap = 8
/** The share of the width for names. */
const namesShare = 0.24
const size = 8.5
const detailSize = 7.5
/** The space above a row's text, and between it and the line below. */
const [above, below] = [5, 3]

const numbers = (language: Language, options: Intl.NumberFormatOptions = {}): ((value: number) => string) => {
  const format = new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-US', options)
  // Direction marks have no glyph in any font; `writeText` orders the words.
  return (value) => format.format(value).replaceAll(/[\u061C\u200E\u200F]/g, '')
}

/** Formatted figures. Money has the dollar sign before the digits in every language. */
function shownIn(language: Language): (value: number | null, unit: ReportUnit) => string {
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

/** Draws a report in the brand's name and color: one table over as many pages as needed. */
export async function drawReport(report: ReportDocument, { brand, language }: WrittenReport): Promise<Buffer> {
  const base = directionOf(language)
  const document = await createDocument({
    layout: 'landscape',
    margin,
    lang: language,
    info: { Title: `${brand.name} · ${report.title}`, Author: brand.name },
  })
  const file = buffer(document as unknown as Readable)
  const sheet = sheetFor(document, report, base)
  startPage(document, brand.color)
  let y = writeText(document, brand.name, {
    x: margin,
    y: 34,
    width: sheet.width,
    size: 12,
    weight: 600,
    color: dark,
    base,
  })
  y = writeText(document, report.title, {
    x: margin,
    y: y + 6,
    width: sheet.width,
    size: 18,
    weight: 600,
    color: dark,
    base,
  })
  for (const line of report.lines)
    y = writeText(document, line, { x: margin, y, width: sheet.width, size: 9, color: gray, base })
  await drawTable(document, report, { sheet, y: y + 12, shown: shownIn(language), color: brand.color })
  document.end()
  return file
}

function startPage(document: PdfDocument, color: string): void {
  document.rect(0, 0, document.page.width, 8).fill(color)
}

/** Column positions: names at the start of the line, then figures. */
interface Sheet {
  width: number
  base: 'ltr' | 'rtl'
  placeOf: (column: number) => { x: number; width: number }
}

function sheetFor(document: PdfDocument, { head }: ReportDocument, base: 'ltr' | 'rtl'): Sheet {
  const width = document.page.width - 2 * margin
  const names = width * Math.max(namesShare, 1 - (head.length - 1) * 0.16)
  const figures = (width - names) / (head.length - 1)
  const placeOf = (column: number): { x: number; width: number } => {
    const start = column === 0 ? 0 : names + (column - 1) * figures
    const columnWidth = column === 0 ? names : figures
    const x = margin + (base === 'rtl' ? width - start - columnWidth : start)
    // The gap between two columns belongs to the later one, so that names and figures align with the lines.
    return { x: (base === 'rtl') === (column === 0) ? x + gap : x, width: columnWidth - gap }
  }
  return { width, base, placeOf }
}

interface Drawing {
  sheet: Sheet
  y: number
  shown: (value: number | null, unit: ReportUnit) => string
  color: string
}

/** A row takes a millisecond or two and a report has up to a thousand, so yield to other requests in between. */
const rowsAtOnce = 10

async function drawTable(
  document: PdfDocument,
  report: ReportDocument,
  { sheet, y: top, shown, color }: Drawing,
): Promise<void> {
  const bottom = document.page.height - margin - 16
  let page = 1
  const end = (): void => {
    // A line in the bottom margin would start a new page.
    document.page.margins.bottom = 0
    writeText(document, report.page(page), {
      x: margin,
      y: bottom + 8,
      width: sheet.width,
      size: 8,
      color: gray,
      base: sheet.base,
    })
  }
  let y = drawRow(document, sheet, top, { texts: report.head, color: gray })
  const addRow = (texts: string[], detail: string | null, isTotal = false): void => {
    if (y + heightOfRow(document, sheet, { texts, detail, weight: isTotal ? 600 : 400 }) > bottom) {
      end()
      document.addPage()
      page++
      startPage(document, color)
      y = drawRow(document, sheet, 34, { texts: report.head, color: gray })
    }
    y = drawRow(document, sheet, y, { texts, detail, color: dark, weight: isTotal ? 600 : 400 })
  }
  const figures = (values: (number | null)[]): string[] => values.map((value, n) => shown(value, report.units[n]!))
  for (const [index, { name, detail, values }] of report.rows.entries()) {
    addRow([name, ...figures(values)], detail)
    if (index % rowsAtOnce === 0) await breathe()
  }
  addRow([report.total.name, ...figures(report.total.values)], null, true)
  end()
}

interface RowLook {
  texts: string[]
  detail?: string | null
  color: string
  weight?: 400 | 600
}

/** A name can take several lines, and so can the detail below it; figures take one. */
function heightOfRow(document: PdfDocument, { placeOf, base }: Sheet, row: Omit<RowLook, 'color'>): number {
  const { texts, detail = null, weight = 400 } = row
  const { width } = placeOf(0)
  const ofName = heightOf(document, texts[0]!, { width, size, base, weight })
  const ofDetail = detail === null ? 0 : heightOf(document, detail, { width, size: detailSize, base })
  return above + ofName + ofDetail + below
}

function drawRow(document: PdfDocument, { placeOf, base, width }: Sheet, y: number, row: RowLook): number {
  const { texts, detail = null, color, weight = 400 } = row
  // Figures are aligned to the end of their column.
  const ends = texts.map((text, column) =>
    writeText(document, text, { ...placeOf(column), atEnd: column > 0, y: y + above, size, base, color, weight }),
  )
  if (detail !== null)
    ends.push(writeText(document, detail, { ...placeOf(0), y: ends[0]!, size: detailSize, base, color: gray }))
  const end = Math.max(...ends) + below
  document
    .moveTo(margin, end)
    .lineTo(margin + width, end)
    .lineWidth(0.5)
    .stroke(hairline)
  return end
}
