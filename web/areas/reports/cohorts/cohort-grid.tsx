import { cohortWeeks } from '#contract/reports/cohorts.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import styles from './cohort-grid.module.css'
import { measureTexts, strengthOf, type Cohort, type CohortMeasure } from './measures.ts'

/** The maximum share of the brand color in a cell, so that its number stays readable in light and dark mode. */
const strongest_percent = 45

type CohortGridProps = { cohorts: readonly Cohort[]; measure: CohortMeasure }

/** A heatmap table: one row per week of first visits, one column per week after it. */
export function CohortGrid({ cohorts, measure }: CohortGridProps) {
  const t = useT()
  const format = useFormat()
  const label = t(measureTexts[measure])
  const columns = Array.from({ length: cohortWeeks }, (_, after) => after)
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Week of first visit')}</th>
            <th scope="col" data-align="end">
              {t('Visitors')}
            </th>
            {columns.map((after) => (
              <th key={after} scope="col" data-align="center" title={titleOf(after, t)}>
                <span aria-hidden>{format.number(after)}</span>
                <span className={styles.said}>{titleOf(after, t)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.first_week}>
              <th scope="row">{format.day(cohort.first_week)}</th>
              <td data-align="end">
                <bdi>{format.number(cohort.weeks[0]!.visitors)}</bdi>
              </td>
              {columns.map((after) => (
                <Cell key={after} cohort={cohort} cohorts={cohorts} measure={measure} after={after} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        {t('Columns are weeks after the first visit; 0 is the week of the first visit itself.')}
      </p>
    </div>
  )
}

const titleOf = (after: number, t: ReturnType<typeof useT>): string =>
  t('{count, plural, =0 {The week of the first visit} one {# week after} other {# weeks after}}', { count: after })

function Cell({ cohort, cohorts, measure, after }: CohortGridProps & { cohort: Cohort; after: number }) {
  const format = useFormat()
  const week = cohort.weeks[after]
  if (!week) return <td data-align="center" />
  const strength = strengthOf(cohorts, cohort, measure, after)
  const percent = Math.round(strength * strongest_percent)
  return (
    <td
      data-align="center"
      className={styles.cell}
      style={{ backgroundColor: `color-mix(in srgb, var(--brand-fill) ${percent}%, transparent)` }}
    >
      <bdi>{measure === 'visitors' ? format.percent(strength) : format.number(week[measure])}</bdi>
      {measure === 'visitors' && (
        <small className={styles.count}>
          <bdi>{format.number(week.visitors)}</bdi>
        </small>
      )}
    </td>
  )
}
