import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { centsOf } from './change.ts'
import type { FigureDay, Measure } from './measure.ts'
import styles from './figures.module.css'

/** The chart's data as a table, latest day first; the first measure is compared with the previous period. */
export function DayTable<Sums>({
  days,
  measures,
}: {
  days: readonly FigureDay<Sums>[]
  measures: readonly Measure<Sums>[]
}) {
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
              <th scope="row">{format.day(day.date)}</th>
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
