import { Skeleton } from '@mantine/core'
import type { Module } from '#contract/campaigns/modules.ts'
import type { ReportAnalytics } from '#contract/reports/analytics.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { modulePlaces } from '../../../session/module.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { centsOf } from '../../../shells/figures/change.ts'
import { FigureLink } from '../../../shells/figures/figure-link.tsx'
import type { RowsLink } from '../../../shells/figures/rows-link.ts'
import { matchRateOf } from './measures.ts'
import styles from '../../../shells/figures/figures.module.css'

/** Leads by module. */
export function ModuleCard({
  report,
  rowsOf,
}: {
  report?: ReportAnalytics
  rowsOf: (module: Module) => RowsLink | undefined
}) {
  const t = useT()
  const format = useFormat()
  const title = t('By module')
  const nameOf = (module: string): string => modulePlaces().find((place) => place.module === module)?.name ?? module
  return (
    <TitledCard title={title}>
      {!report && <Skeleton height={160} radius="md" />}
      {report?.by_module.length === 0 && <p className={styles.nothing}>{t('No visits in this period.')}</p>}
      {report && report.by_module.length > 0 && (
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('Module')}</th>
              <th scope="col" data-align="end">
                {t('Match rate')}
              </th>
              <th scope="col" data-align="end">
                {t('Leads')}
              </th>
              <th scope="col" data-align="end" data-hide="narrow">
                {t('Wholesale revenue')}
              </th>
            </tr>
          </thead>
          <tbody>
            {report.by_module.map(({ module, ...sums }) => (
              <tr key={module}>
                <th scope="row">
                  <bdi>{nameOf(module)}</bdi>
                </th>
                <td data-align="end">{format.percent(matchRateOf(sums) ?? 0)}</td>
                <td data-align="end">
                  <FigureLink rows={rowsOf(module)}>{format.number(sums.leads)}</FigureLink>
                </td>
                <td data-align="end" data-hide="narrow">
                  {format.money(centsOf(sums.wholesale_e4))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TitledCard>
  )
}
