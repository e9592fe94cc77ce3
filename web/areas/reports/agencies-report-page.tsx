import { IconBuildingStore } from '@tabler/icons-react'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { reportAgencies, type AgencyReportRow } from '#contract/reports/agencies.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { NextStep } from '../../shells/next-step.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { agencyListPath, agencyPath } from '../../paths/companies.ts'
import { ReportDays, useReportDays } from './report-days.tsx'
import styles from './reports.module.css'

/** What each agency added, ran and earned in a date range (C055). */
export function AgenciesReportPage() {
  const t = useT()
  const format = useFormat()
  const { start, end } = useReportDays()
  return (
    <>
      <PageHeader
        title={t('Agencies report')}
        description={t('{start} to {end} ({zone})', {
          start: format.date(start),
          end: format.date(end),
          zone: reportTimeZone,
        })}
      />
      <ResourceTable
        label={t('Agencies')}
        operation={reportAgencies}
        input={({ page, perPage }) => ({ params: { start, end }, query: { page, perPage } })}
        columns={columns}
        rowKey={(row) => row.company_id}
        rowLink={(row) => agencyPath(row.company_id)}
        tools={<ReportDays />}
        empty={
          <EmptyState
            icon={<IconBuildingStore size={22} stroke={1.6} />}
            title={t('No agencies yet')}
            hint={t('Add your first agency. We’ll email its owner an invitation.')}
            action={<NextStep to={agencyListPath} label={t('Agency List')} />}
          />
        }
      />
    </>
  )
}

const columns: readonly Column<AgencyReportRow>[] = [
  {
    key: 'agency',
    header: msg('Agency'),
    cell: (row) => (
      <strong className={styles.name}>
        <Bdi>{row.company_name}</Bdi>
      </strong>
    ),
  },
  { key: 'new', header: msg('New clients'), align: 'end', cell: (row) => <Count value={row.new_clients} /> },
  {
    key: 'active',
    header: msg('Active campaigns today'),
    align: 'end',
    hideBelow: 'md',
    cell: (row) => <Count value={row.active_campaigns} />,
  },
  { key: 'leads', header: msg('Leads'), align: 'end', cell: (row) => <Count value={row.leads} /> },
  {
    key: 'wholesale',
    header: msg('Wholesale revenue'),
    align: 'end',
    cell: (row) => <Money cents={row.wholesale_cents} />,
  },
  {
    key: 'retail',
    header: msg('Client retail'),
    align: 'end',
    hideBelow: 'md',
    cell: (row) => <Money cents={row.retail_cents} />,
  },
]

function Count({ value }: { value: number }) {
  const format = useFormat()
  return <span className={value === 0 ? styles.muted : undefined}>{format.number(value)}</span>
}

function Money({ cents }: { cents: number }) {
  const format = useFormat()
  return <span className={cents === 0 ? styles.muted : undefined}>{format.money(cents)}</span>
}
