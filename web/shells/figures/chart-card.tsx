import { SegmentedControl, Skeleton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import type { Comparison } from '#contract/reports/comparison.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useSearchChoice } from '../../session/search-choice.ts'
import { afterFirstPage } from '../../start/after-first-page.ts'
import { loadCode } from '../../start/load-code.ts'
import { dateIn, type Days } from '../last-days.ts'
import { Card } from '../../ui/card.tsx'
import { centsOf } from './change.ts'
import { describeLines } from './describe-lines.ts'
import { FigureLink } from './figure-link.tsx'
import styles from './figures.module.css'
import type { FigureDay, Measure } from './measure.ts'
import type { RowsLink } from './rows-link.ts'

const height = 300

/** The chart library is large and the least urgent part of the page, so it must not delay loading the figures. */
const LeadChart = lazy(async () => {
  await afterFirstPage()
  return { default: (await loadCode(() => import('./lead-chart.tsx'))).LeadChart }
})

type ChartCardProps<Sums> = {
  /** Undefined while loading. */
  days: readonly FigureDay<Sums>[] | undefined
  /** The first one is drawn by default. */
  measures: readonly Measure<Sums>[]
  /** Of the days: the last one is not over if it is today there. */
  timeZone: string
  comparison?: Comparison | undefined
  /** Labels of the current and the previous period. */
  names: { now: string; before: string }
  /** The rows that a measure of a day counts, which a click on the day opens; the table has them as links. */
  rowsOf?: (days: Days, measure: string) => RowsLink | undefined
}

/** One measure over the days of a period, as a chart or as its data table. */
export function ChartCard<Sums>({
  days,
  measures,
  timeZone,
  comparison = 'none',
  names,
  rowsOf,
}: ChartCardProps<Sums>) {
  const t = useT()
  const navigate = useNavigate()
  const format = useFormat()
  const headingId = useId()
  const keys = measures.map((one) => one.key)
  const [key, chooseMeasure] = useSearchChoice('measure', keys)
  const [look, chooseLook] = useSearchChoice('view', ['chart', 'table'])
  const { name, isMoney, valueOf } = measures[keys.indexOf(key)]!
  const show = isMoney ? (value: number): string => format.money(centsOf(value)) : format.number
  const today = dateIn(timeZone, serverNow_ms())
  const lines = (days ?? []).map((day) => ({
    date: day.date,
    now: valueOf(day),
    before: valueOf(day.previous),
    isOpen: day.date >= today,
  }))
  // A day without anything has no rows to open.
  const daysWithRows = new Set(lines.filter(({ now }) => now !== 0).map(({ date }) => date))
  const rowsOfDay = (date: string): RowsLink | undefined =>
    daysWithRows.has(date) ? rowsOf?.({ start: date, end: date }, key) : undefined
  return (
    <Card className={styles.wide}>
      <section aria-labelledby={headingId}>
        <div className={styles.head}>
          <h2 id={headingId} className={styles.heading}>
            {t('{measure} by day', { measure: t(name) })}
          </h2>
          <div className={styles.switches}>
            <SegmentedControl
              size="xs"
              aria-label={t('Metric')}
              value={key}
              onChange={chooseMeasure}
              data={measures.map((one) => ({ value: one.key, label: t(one.name) }))}
            />
            <SegmentedControl
              size="xs"
              aria-label={t('View')}
              value={look}
              onChange={chooseLook}
              data={[
                { value: 'chart', label: t('Chart') },
                { value: 'table', label: t('Table') },
              ]}
            />
          </div>
        </div>
        {!days && <Skeleton height={height} radius="md" />}
        {days && look === 'table' && <DayTable days={days} measures={measures} rowsOfDay={rowsOfDay} />}
        {days && look === 'chart' && (
          <div
            role="img"
            className={styles.chart}
            aria-label={describeLines({ measure: t(name), lines, comparison, show }, t, format)}
          >
            <Suspense fallback={<Skeleton height={height} radius="md" />}>
              <LeadChart
                height={height}
                nameNow={names.now}
                nameBefore={names.before}
                show={show}
                showTick={isMoney ? (value) => format.moneyShort(centsOf(value)) : format.number}
                lines={lines}
                onDay={
                  lines.some(({ date }) => rowsOfDay(date))
                    ? (date) => {
                        const rows = rowsOfDay(date)
                        if (rows) void navigate(rows)
                      }
                    : undefined
                }
              />
            </Suspense>
          </div>
        )}
        <p className={styles.zone}>{t('Days in {zone}.', { zone: isolate(timeZone) })}</p>
      </section>
    </Card>
  )
}

type DayTableProps<Sums> = {
  days: readonly FigureDay<Sums>[]
  measures: readonly Measure<Sums>[]
  rowsOfDay: (date: string) => RowsLink | undefined
}

/** The chart's data as a table, latest day first; the first measure is compared with the previous period. */
function DayTable<Sums>({ days, measures, rowsOfDay }: DayTableProps<Sums>) {
  const t = useT()
  const format = useFormat()
  const show = ({ isMoney, valueOf }: Measure<Sums>, sums: Sums): string =>
    isMoney ? format.money(centsOf(valueOf(sums))) : format.number(valueOf(sums))
  const label = t('Metrics by day')
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            {measures.map((measure, n) => [
              <th key={measure.key} scope="col" data-align="end">
                {t(measure.name)}
              </th>,
              n === 0 && (
                <th key="before" scope="col" data-align="end" data-hide="narrow">
                  {t('Previous period')}
                </th>
              ),
            ])}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">
                <FigureLink rows={rowsOfDay(day.date)}>{format.day(day.date)}</FigureLink>
              </th>
              {measures.map((measure, n) => [
                <td key={measure.key} data-align="end">
                  {show(measure, day)}
                </td>,
                n === 0 && (
                  <td key="before" data-align="end" data-hide="narrow" className={styles.muted}>
                    {show(measure, day.previous)}
                  </td>
                ),
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
