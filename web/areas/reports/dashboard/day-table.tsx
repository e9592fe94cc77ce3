import type { ReportChart } from '#contract/reports/dashboard.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { centsOf, marginOf } from './figures.ts'
import styles from './dashboard.module.css'

/** Every day of the period, the latest first: what the chart draws, in figures. */
export function DayTable({ chart, isAgency }: { chart: ReportChart; isAgency: boolean }) {
  const t = useT()
  const format = useFormat()
  const money = (amount_e4: number): string => format.money(centsOf(amount_e4))
  const label = t('Leads and money by day')
  return (
    // Without a tab stop of its own nobody could scroll it by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            <th scope="col" data-align="end">
              {t('Leads')}
            </th>
            <th scope="col" data-align="end" data-hide="narrow">
              {t('Previous leads')}
            </th>
            <th scope="col" data-align="end">
              {isAgency ? t('Revenue') : t('Cost')}
            </th>
            {isAgency && (
              <th scope="col" data-align="end">
                {t('Margin')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {chart.days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{format.day(day.date)}</th>
              <td data-align="end">{format.number(day.leads)}</td>
              <td data-align="end" data-hide="narrow" className={styles.muted}>
                {format.number(day.previous.leads)}
              </td>
              <td data-align="end">{money(day.retail_e4)}</td>
              {isAgency && <td data-align="end">{money(marginOf(day))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
