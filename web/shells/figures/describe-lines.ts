import type { Comparison } from '#contract/reports/comparison.ts'
import type { Format } from '../../i18n/format.ts'
import { msg, type Text, type Translate } from '../../i18n/texts.tsx'
import { changeOf } from './change.ts'

/** A measure on one day, and on the corresponding day of the previous period. */
export type ChartLine = { date: string; now: number; before: number; isOpen: boolean }

type Drawing = {
  measure: string
  lines: readonly ChartLine[]
  comparison: Comparison
  show: (value: number) => string
}

/** What a chart shows, for those who don't see it: the sum, how it changed, and the day with the most. */
export function describeLines({ measure, lines, comparison, show }: Drawing, t: Translate, format: Format): string {
  const highest = lines.reduce<ChartLine | null>((best, line) => (line.now > (best?.now ?? 0) ? line : best), null)
  if (!highest) return t('Chart of {measure} by day: nothing in these days. The table has every value.', { measure })
  const change = changeOfLines(lines, comparison)
  return t(sentenceFor(change), {
    measure,
    total: show(sumOf(lines, 'now')),
    share: format.percent(Math.abs(change ?? 0)),
    day: format.day(highest.date),
    value: show(highest.now),
  })
}

const sentenceFor = (change: number | null): Text => {
  if (change === null)
    return msg('Chart of {measure} by day: {total}, highest on {day} with {value}. The table has every value.')
  if (change === 0)
    return msg(
      'Chart of {measure} by day: {total}, unchanged, highest on {day} with {value}. The table has every value.',
    )
  return change > 0
    ? msg('Chart of {measure} by day: {total}, up {share}, highest on {day} with {value}. The table has every value.')
    : msg('Chart of {measure} by day: {total}, down {share}, highest on {day} with {value}. The table has every value.')
}

const sumOf = (lines: readonly ChartLine[], key: 'now' | 'before'): number =>
  lines.reduce((sum, line) => sum + line[key], 0)

/** The change that badges show too; null if nothing is compared. */
function changeOfLines(lines: readonly ChartLine[], comparison: Comparison): number | null {
  if (comparison === 'new' || comparison === 'none') return null
  const whole = lines.filter(({ isOpen }) => !isOpen)
  return changeOf(sumOf(whole, 'now'), sumOf(whole, 'before'))
}
