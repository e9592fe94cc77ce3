import { Skeleton } from '@mantine/core'
import type { ReportChart } from '#contract/reports/dashboard.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { ChangeBadge } from '../figures/change-badge.tsx'
import styles from '../figures/figures.module.css'

/** Leads by state, as a table whose rows are also drawn as bars. */
export function StateCard({ chart }: { chart?: ReportChart }) {
  const t = useT()
  const format = useFormat()
  const most = Math.max(1, ...(chart?.states ?? []).map(({ leads }) => leads))
  return (
    <TitledCard title={t('Top states')}>
      {!chart && <Skeleton height={220} radius="md" />}
      {chart?.states.length === 0 && <p className={styles.nothing}>{t('No leads in this period.')}</p>}
      {chart && chart.states.length > 0 && (
        <table className={styles.table} aria-label={t('Top states')}>
          <thead>
            <tr>
              <th scope="col">{t('State')}</th>
              <th scope="col" data-align="end">
                {t('Leads')}
              </th>
              <th scope="col" data-align="end">
                {t('Change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {chart.states.map(({ state, name, leads, previous_leads }) => (
              <tr key={state}>
                <th scope="row" className={styles.nameCell}>
                  <bdi className={styles.plainName}>{state === '-' ? t('Unknown') : name}</bdi>
                  <Bar share={leads / most} />
                </th>
                <td data-align="end">{format.number(leads)}</td>
                <td data-align="end">
                  <ChangeBadge now={leads} before={previous_leads} goodWhen="neither" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TitledCard>
  )
}
