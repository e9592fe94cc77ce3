import { Skeleton } from '@mantine/core'
import { reasonTable, type Reason } from '#contract/leads/reasons.ts'
import type { ReportAnalytics } from '#contract/reports/analytics.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { ChangeBadge } from '../../../shells/figures/change-badge.tsx'
import { FigureLink } from '../../../shells/figures/figure-link.tsx'
import type { RowsLink } from '../../../shells/figures/rows-link.ts'
import styles from '../../../shells/figures/figures.module.css'

/** How many visits and searches ended at each stage, in stage order, as shares of all. */
export function FunnelCard({
  report,
  rowsOf,
}: {
  report?: ReportAnalytics
  rowsOf: (reason: Reason) => RowsLink | undefined
}) {
  const t = useT()
  const format = useFormat()
  const title = t('Visit outcomes')
  return (
    <TitledCard title={title}>
      {!report && <Skeleton height={320} radius="md" />}
      {report?.funnel.length === 0 && <p className={styles.nothing}>{t('No visits in this period.')}</p>}
      {report && report.funnel.length > 0 && (
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('Stage')}</th>
              <th scope="col" data-align="end">
                {t('Visits')}
              </th>
              <th scope="col" data-align="end">
                {t('Share')}
              </th>
              <th scope="col" data-align="end" data-hide="narrow">
                {t('Change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {report.funnel.map(({ reason, count, compared_count, previous_count }) => (
              <tr key={reason}>
                <th scope="row" className={styles.nameCell} title={t(reasonTable[reason].hint)}>
                  {t(reasonTable[reason].title)}
                  <Bar share={shareOf(count, report.totals.visits)} />
                </th>
                <td data-align="end">
                  <FigureLink rows={rowsOf(reason)}>{format.number(count)}</FigureLink>
                </td>
                <td data-align="end">{format.percent(shareOf(count, report.totals.visits))}</td>
                <td data-align="end" data-hide="narrow">
                  <ChangeBadge
                    // Where everything is new, no stage is.
                    comparison={report.comparison === 'new' ? 'none' : report.comparison}
                    now={compared_count}
                    before={previous_count}
                    goodWhen="neither"
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TitledCard>
  )
}

const shareOf = (count: number, total: number): number => (total === 0 ? 0 : count / total)
