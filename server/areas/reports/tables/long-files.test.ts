import { unzipSync, strFromU8 } from 'fflate'
import { expect, test } from 'vitest'
import type { Language } from '#contract/core/language.ts'
import type { ReportFormat } from '#contract/reports/table-names.ts'
import { maxReportRows, type ReportTable } from '#contract/reports/tables.ts'
import { watchTurns } from '#server/test/watch-turns.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { mailOf } from '../schedules/mail-words.ts'
import type { WrittenReport } from './describe-report.ts'
import { writeReport } from './write-report.ts'

const columns = ['visits', 'match_rate', 'leads', 'cost_per_lead', 'spend', 'wholesale', 'margin'] as const

interface Wish {
  count?: number
  hidden_rows?: number
  language?: Language
}

const report = (
  format: ReportFormat,
  { count = maxReportRows, hidden_rows = 0, language = 'en' }: Wish = {},
): WrittenReport => ({
  table: {
    kind: 'campaigns',
    start: '2026-11-01',
    end: '2026-11-20',
    time_zone: 'UTC',
    columns,
    rows: Array.from({ length: count }, (_, n) => ({
      key: String(n),
      name: `Campaign ${n}`,
      detail: 'Plumbright',
      values: columns.map((_column, at) => n * at),
    })),
    hidden_rows,
    total: columns.map(() => 1),
    comparison: 'whole',
    compared_total: columns.map(() => 1),
    previous_total: columns.map(() => 1),
  } as unknown as ReportTable,
  brand: { companyId: '', name: 'Acme', color: '#0f766e', logo_svg: null, country: 'US', modules: {} as never },
  language,
  format,
  clientName: null,
  module: null,
})

test.each([
  ['pdf', '%PDF-'],
  ['xlsx', 'PK'],
] as const)('the longest report is written as %s without blocking the process', async (format, begin) => {
  const { made, turns } = await watchTurns(() => writeReport(report(format)))
  expect(made.content.toString('latin1', 0, begin.length)).toBe(begin)
  expect(turns).toBeGreaterThan(50)
})

/** The heights above a page's bottom at which texts of the first column stand, lowest first. */
const baselinesIn = (file: Buffer): number[] => {
  const matrices = readPdf(file).matchAll(/1 0 0 1 (\S+) (\S+) Tm/g)
  const inColumn = [...matrices].flatMap(([, x, y]) => (Number(x) < 200 ? [Number(y)] : []))
  return [...new Set(inColumn)].toSorted((one, other) => one - other)
}

const longName =
  'Website visitors of the emergency plumbing site who came back within a month of their first visit'.repeat(2)

test('in a PDF, a name of several lines covers neither its client nor the end of the page', async () => {
  const one = report('pdf', { count: 1 })
  one.table.rows[0]!.name = longName
  const lines = baselinesIn((await writeReport(one)).content)
  const gaps = lines.slice(1).map((line, n) => line - lines[n]!)
  expect(Math.min(...gaps)).toBeGreaterThan(7)

  const many = report('pdf', { count: 60 })
  for (const row of many.table.rows) row.name = longName
  // The page number stands above the margin of 40.
  expect(baselinesIn((await writeReport(many)).content)[0]).toBeGreaterThanOrEqual(39)
})

test('a CSV file has the same columns whether or not there are rows', async () => {
  const linesOf = async (count: number): Promise<string[]> =>
    (await writeReport(report('csv', { count }))).content.toString('utf8').trimEnd().split('\r\n')
  const [some, none] = [await linesOf(1), await linesOf(0)]
  expect([none[0], none.at(-1)]).toEqual([some[0], some.at(-1)])
})

const cutLine = 'More rows, not listed here but part of the total: 312'

test('a file that cannot list every row says how many are left out, and so does its mail', async () => {
  const textOf = async (format: ReportFormat, hidden: number): Promise<string> => {
    const { content } = await writeReport(report(format, { count: 2, hidden_rows: hidden }))
    if (format === 'csv') return content.toString('utf8')
    if (format === 'pdf') return readPdf(content).replaceAll(/\s+/g, ' ')
    return Object.values(unzipSync(content))
      .map((bytes) => strFromU8(bytes))
      .join()
  }
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    expect(await textOf(format, 312)).toContain(cutLine)
    expect(await textOf(format, 0)).not.toContain('not listed')
  }
  expect((await textOf('csv', 312)).split('\r\n').at(-3)).toBe(`"${cutLine}"${','.repeat(columns.length + 1)}`)
  const mailIn = async (language: 'en' | 'ar', hidden_rows: number) =>
    mailOf(report('csv', { count: 2, hidden_rows, language }), 'report.csv', await translatorOf(language), null)
  expect((await mailIn('en', 312)).paragraphs).toContain(cutLine)
  const inArabic = await mailIn('ar', 312)
  expect(inArabic.paragraphs?.[1]).toMatch(/^صفوف أخرى .*312\u2069$/)
  expect((await mailIn('en', 0)).paragraphs).toHaveLength(1)
})
