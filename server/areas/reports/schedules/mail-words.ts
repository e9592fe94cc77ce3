import { modulesWith } from '#contract/branding/modules.ts'
import type { Language } from '#contract/core/language.ts'
import { columnNames, columnUnits, type ReportColumn, type ReportUnit } from '#contract/reports/table-names.ts'
import type { ReportTable } from '#contract/reports/tables.ts'
import type { MailContent, MailFigure } from '#server/areas/mails/lay-out-mail.ts'
import { showDate } from '#server/platform/show-date.ts'
import type { Translate } from '#server/platform/translate.ts'
import { describeReport, type WrittenReport } from '../tables/describe-report.ts'
import { shownIn } from '../tables/draw-report.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'

/** The mail a report is attached to, sent in the agency's name. `url` is where its reader sees more. */
export function mailOf(report: WrittenReport, fileName: string, say: Translate, url: string | null): MailContent {
  const { table, language, brand, clientName } = report
  const { title, lines, hidden } = describeReport(report, say)
  const [start, end] = [table.start, table.end].map((date) => showDate(date, language))
  return {
    title: say('{company}: {report}, {start} to {end}', {
      company: clientName ?? brand.name,
      report: title,
      start: start!,
      end: end!,
    }),
    preheader: figuresOf(table, language, say)
      .map(({ label, value }) => `${label}: ${value}`)
      .join(' · '),
    paragraphs: [say('Your report is attached. Its totals:'), ...(hidden === null ? [] : [hidden])],
    figures: figuresOf(table, language, say),
    ...(url !== null && { button: { label: say('Open reports'), url } }),
    facts: [
      [say('Report'), title],
      [say('Client'), clientName ?? ''],
      [say('Days'), lines[0]!],
      [say('File'), fileName],
    ],
  }
}

/** The most telling first; a report has some of them. */
const telling: readonly ReportColumn[] = ['visits', 'leads', 'spend', 'cost_per_lead', 'match_rate', 'conversions']
const maxFigures = 4

/** Four totals, each with its change since the days before, where these are covered. */
function figuresOf(table: ReportTable, language: Language, say: Translate): MailFigure[] {
  return telling
    .filter((column) => table.columns.includes(column))
    .slice(0, maxFigures)
    .map((column) => {
      const at = table.columns.indexOf(column)
      const unit = columnUnits[column]
      return {
        label: say(columnNames[column]),
        value: shownIn(language)(table.total[at]!, unit),
        change: changeOf(table, at, unit, language, say),
      }
    })
}

/** A rate changes by percentage points, anything else by a share of what it was. */
function changeOf(table: ReportTable, at: number, unit: ReportUnit, language: Language, say: Translate): string {
  const [now, before] = [table.compared_total[at], table.previous_total[at]]
  const isCompared = table.comparison === 'whole' || table.comparison === 'without_today'
  if (!isCompared || now === null || now === undefined || before === null || before === undefined) return ''
  if (unit === 'rate') return say('{change} points', { change: showSigned((now - before) * 100, language) })
  if (before === 0) return ''
  return say('{change} since the days before', { change: `${showSigned((now / before - 1) * 100, language)}%` })
}

const showSigned = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-US', {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  }).format(value)

const sampleReport = (brand: string): WrittenReport => ({
  table: {
    kind: 'campaigns',
    start: '2026-11-23',
    end: '2026-11-29',
    time_zone: 'America/New_York',
    columns: ['visits', 'match_rate', 'leads', 'cost_per_lead', 'spend'],
    rows: [],
    hidden_rows: 0,
    total: [1_204, 0.641, 214, 25_000, 5_350_000],
    comparison: 'whole',
    compared_total: [1_204, 0.641, 214, 25_000, 5_350_000],
    previous_total: [1_071, 0.62, 221, 25_000, 5_525_000],
  },
  brand: { companyId: '', name: brand, color: '#2255cc', logo_svg: null, country: '', modules: modulesWith({}) },
  language: 'en',
  format: 'pdf',
  clientName: 'Harbor Realty',
  module: null,
})

/** With invented data. */
export const samples: MailSamples = {
  report: {
    kind: 'reports',
    write: (say, language, { url, brand }) =>
      mailOf({ ...sampleReport(brand), language }, 'report.pdf', say, url('/reports')),
  },
}
