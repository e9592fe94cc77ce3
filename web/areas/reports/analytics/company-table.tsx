import { IconChartBar } from '@tabler/icons-react'
import { readReportAnalytics, type AnalyticsRow } from '#contract/reports/analytics.ts'
import type { ParamsOf } from '#contract/core/operation.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { NextStep } from '../../../shells/next-step.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { agencyListPath, agencyPath, clientListPath, clientPath } from '../../../paths/companies.ts'
import { centsOf, marginOf } from '../../../shells/figures/change.ts'
import { matchRateOf } from './measures.ts'
import styles from '../reports.module.css'

/** The agencies, or the chosen agency's clients, each with the results of its visits. */
export function CompanyTable({
  params,
  ofAgency,
}: {
  params: ParamsOf<typeof readReportAnalytics>
  ofAgency: boolean
}) {
  const t = useT()
  const isOperator = useMe().side === 'root'
  return (
    <ResourceTable
      label={ofAgency ? t('Clients') : t('Agencies')}
      operation={readReportAnalytics}
      input={({ page, perPage }) => ({ params, query: { page, perPage } })}
      columns={columnsOf(ofAgency)}
      rowKey={(row) => row.company_id}
      // The operator's staff have no client pages to link to (R031).
      rowLink={
        ofAgency ? (isOperator ? undefined : (row) => clientPath(row.company_id)) : (row) => agencyPath(row.company_id)
      }
      empty={
        <EmptyState
          icon={<IconChartBar size={22} stroke={1.6} />}
          title={ofAgency ? t('No clients yet') : t('No agencies yet')}
          hint={t('Visit outcomes appear here once there are visits.')}
          action={
            isOperator ? (
              <NextStep to={agencyListPath} label={t('Agency List')} />
            ) : (
              <NextStep to={clientListPath} label={t('Client Management')} />
            )
          }
        />
      }
    />
  )
}

const columnsOf = (ofAgency: boolean): readonly Column<AnalyticsRow>[] => [
  {
    key: 'company',
    header: ofAgency ? msg('Client') : msg('Agency'),
    cell: (row) => (
      <strong className={styles.name}>
        <Bdi>{row.company_name}</Bdi>
      </strong>
    ),
  },
  { key: 'visits', header: msg('Visits'), align: 'end', cell: (row) => <Count value={row.visits} /> },
  { key: 'rate', header: msg('Match rate'), align: 'end', hideBelow: 'md', cell: (row) => <Rate row={row} /> },
  { key: 'leads', header: msg('Leads'), align: 'end', cell: (row) => <Count value={row.leads} /> },
  {
    key: 'wholesale',
    header: msg('Wholesale revenue'),
    align: 'end',
    cell: (row) => <Money amount_e4={row.wholesale_e4} />,
  },
  {
    key: 'margin',
    header: msg('Agency margin'),
    align: 'end',
    hideBelow: 'md',
    cell: (row) => <Money amount_e4={marginOf(row)} />,
  },
]

function Count({ value }: { value: number }) {
  const format = useFormat()
  return <span className={value === 0 ? styles.muted : undefined}>{format.number(value)}</span>
}

function Rate({ row }: { row: AnalyticsRow }) {
  const format = useFormat()
  const rate = matchRateOf(row)
  return rate === null ? <span className={styles.muted}>–</span> : <>{format.percent(rate)}</>
}

function Money({ amount_e4 }: { amount_e4: number }) {
  const format = useFormat()
  return <span className={amount_e4 === 0 ? styles.muted : undefined}>{format.money(centsOf(amount_e4))}</span>
}
