import { Skeleton } from '@mantine/core'
import type { Comparison } from '#contract/reports/comparison.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { ChangeBadge } from '../../../shells/figures/change-badge.tsx'
import styles from '../../../shells/figures/figures.module.css'

interface ShareRow {
  key: string
  name: string
  leads: number
  /** Of the days that are compared, and of those before. */
  compared_leads: number
  previous_leads: number
}

interface ShareCardProps {
  title: string
  /** The heading of the names. */
  head: string
  /** Undefined while they load. */
  rows: readonly ShareRow[] | undefined
  comparison: Comparison | undefined
}

/** Leads by one of their properties, as a table whose rows are also drawn as bars. */
export function ShareCard({ title, head, rows, comparison = 'none' }: ShareCardProps) {
  const t = useT()
  const format = useFormat()
  const most = Math.max(1, ...(rows ?? []).map(({ leads }) => leads))
  return (
    <TitledCard title={title}>
      {!rows && <Skeleton height={220} radius="md" />}
      {rows?.length === 0 && <p className={styles.nothing}>{t('No leads in this period.')}</p>}
      {rows && rows.length > 0 && (
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" data-align="end">
                {t('Leads')}
              </th>
              <th scope="col" data-align="end">
                {t('Change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, leads, compared_leads, previous_leads }) => (
              <tr key={key}>
                <th scope="row" className={styles.nameCell}>
                  <bdi className={styles.plainName} title={name}>
                    {name}
                  </bdi>
                  <Bar share={leads / most} />
                </th>
                <td data-align="end">{format.number(leads)}</td>
                <td data-align="end">
                  <ChangeBadge
                    // Where everything is new, no row is.
                    comparison={comparison === 'new' ? 'none' : comparison}
                    now={compared_leads}
                    before={previous_leads}
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
