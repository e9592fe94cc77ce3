import { IconBuildingStore } from '@tabler/icons-react'
import { reportReturnedShares, type ReturnedShare } from '#contract/reclaims/claims.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column, Filter } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { Decision } from './decision.tsx'

const monthFilter: Filter = {
  key: 'month',
  label: msg('Month'),
  all: msg('This month'),
  options: [{ value: '1', label: msg('Last month') }],
}

/** How much of its wholesale cost each agency got back. */
export function ReportTable() {
  const t = useT()
  const me = useMe()
  return (
    <ResourceTable
      label={t('Given back by agency')}
      operation={reportReturnedShares}
      prefix="agency"
      input={({ page, perPage, filters }) => ({
        params: { companyId: me.companyId },
        query: { page, perPage, months_ago: filters['month'] === '1' ? 1 : 0 },
      })}
      columns={me.may('settings.update') ? [...columns, decisions] : columns}
      rowKey={(row) => row.company_id}
      rowLink={(row) => `/configuration/agency-list/${row.company_id}`}
      filters={[monthFilter]}
      empty={
        <EmptyState
          icon={<IconBuildingStore size={22} stroke={1.6} />}
          title={t('No agencies yet')}
          hint={t('How much of its cost each agency got back is shown here.')}
        />
      }
    />
  )
}

const columns: readonly Column<ReturnedShare>[] = [
  { key: 'agency', header: msg('Agency'), cell: (row) => <Bdi>{row.company_name}</Bdi> },
  {
    key: 'cost',
    header: msg('Wholesale cost'),
    align: 'end',
    hideBelow: 'md',
    cell: (row) => <Amount of={row.cost} />,
  },
  {
    key: 'returned',
    header: msg('Given back'),
    align: 'end',
    size: 'longStatus',
    cell: (row) => <GivenBack row={row} />,
  },
  { key: 'limit', header: msg('Limit'), align: 'end', hideBelow: 'lg', cell: (row) => <Allowance row={row} /> },
  { key: 'waiting', header: msg('Waiting'), align: 'end', cell: (row) => <Amount of={row.waiting} /> },
]

const decisions: Column<ReturnedShare> = {
  key: 'decision',
  header: msg('Decision'),
  align: 'end',
  size: 'twoActions',
  cell: (row) => (row.waiting_claims > 0 ? <Decision of={row} amount={row.waiting} /> : null),
}

function Amount({ of }: { of: number }) {
  const format = useFormat()
  return <>{format.money(Math.round(of * 100))}</>
}

function GivenBack({ row }: { row: ReturnedShare }) {
  const t = useT()
  const format = useFormat()
  const share = row.percent === null ? undefined : t('{share} of the cost', { share: format.rate(row.percent) })
  return <Lines detail={share}>{format.money(Math.round(row.returned * 100))}</Lines>
}

function Allowance({ row }: { row: ReturnedShare }) {
  const t = useT()
  return row.allowance === null ? <>{t('No limit')}</> : <Amount of={row.allowance} />
}
