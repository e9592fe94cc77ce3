import { IconCashBanknote } from '@tabler/icons-react'
import { listReceivables, type Receivable } from '#contract/payments/receivables.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { agencyPath, clientPath } from '../../../paths/companies.ts'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { useTableState, type TableQuery } from '../../../shells/resource-table/table-state.ts'
import { StatTile, StatTiles } from '../../../shells/stat-tile.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import styles from '../billing.module.css'
import { AllStatements } from './all-statements.tsx'
import { RemindButton } from './remind-button.tsx'

/** `/configuration/receivables`: what an agency’s clients, or the operator’s agencies, owe by age. */
export function ReceivablesPage() {
  const t = useT()
  const me = useMe()
  const isRoot = me.side === 'root'
  const mayRemind = me.kind === 'agencyOwner' || (isRoot && me.may('settings.update'))
  const input = ({ page, perPage }: TableQuery) => ({ params: { companyId: me.companyId }, query: { page, perPage } })
  const { query } = useTableState([], [])
  // The table reads the same page, in the same request.
  const receivables = useCall(listReceivables, input(query), { keepPrevious: true })
  return (
    <>
      <PageHeader
        title={t('Receivables')}
        description={t(
          'What is open, by the days since it was due. An invoice is due on the day it is issued; what is not billed yet comes on the next one.',
        )}
        actions={
          // It has its place before it is shown, or the list would move.
          <span style={{ visibility: (receivables.data?.total ?? 0) > 0 ? undefined : 'hidden' }}>
            <AllStatements companyId={me.companyId} />
          </span>
        }
      />
      {!receivables.error && <Sums of={receivables.data?.sums} />}
      <ResourceTable
        label={t('Receivables')}
        operation={listReceivables}
        input={input}
        columns={columnsOf(isRoot, mayRemind)}
        rowKey={(row) => row.company_id}
        rowLink={(row) => (isRoot ? agencyPath(row.company_id) : clientPath(row.company_id))}
        empty={
          <EmptyState
            icon={<IconCashBanknote size={22} stroke={1.6} />}
            title={t('Nothing is open')}
            hint={t('Whoever owes you something appears here, the largest amounts first.')}
          />
        }
      />
    </>
  )
}

type Aging = Pick<Receivable, 'unbilled' | 'current' | 'days_1_30' | 'days_31_60' | 'over_60' | 'total'>

const ages = [
  ['unbilled', msg('Not billed yet')],
  ['current', msg('Due today')],
  ['days_1_30', msg('1–30 days')],
  ['days_31_60', msg('31–60 days')],
  ['over_60', msg('Over 60 days')],
] as const

const columnsOf = (isRoot: boolean, mayRemind: boolean): readonly Column<Receivable>[] => [
  { key: 'payer', header: isRoot ? msg('Agency') : msg('Client'), size: 'normal', cell: (row) => <Payer row={row} /> },
  ...ages.map(([key, header]) => ({
    key,
    header,
    align: 'end' as const,
    cell: (row: Receivable) => <Money dollars={row[key]} isLate={key === 'days_31_60' || key === 'over_60'} />,
  })),
  {
    key: 'total',
    header: msg('Total'),
    align: 'end',
    cell: (row) => (
      <strong>
        <Money dollars={row.total} />
      </strong>
    ),
  },
  ...(mayRemind
    ? [
        {
          key: 'actions',
          header: msg('Actions'),
          align: 'end' as const,
          size: 'actions' as const,
          cell: (row: Receivable) => (hasCharges(row) ? <RemindButton payer={row} /> : null),
        },
      ]
    : []),
]

const hasCharges = ({ current, days_1_30, days_31_60, over_60 }: Aging): boolean =>
  current + days_1_30 + days_31_60 + over_60 > 0

function Payer({ row }: { row: Receivable }) {
  const t = useT()
  const format = useFormat()
  return (
    <Lines
      strong
      detail={row.reminded_on === null ? undefined : t('Reminded on {date}', { date: format.day(row.reminded_on) })}
    >
      <Bdi>{row.company_name}</Bdi>
    </Lines>
  )
}

function Money({ dollars, isLate = false }: { dollars: number; isLate?: boolean }) {
  const format = useFormat()
  return (
    <span className={dollars === 0 ? styles.muted : styles.amount} data-late={(isLate && dollars > 0) || undefined}>
      {format.money(Math.round(dollars * 100))}
    </span>
  )
}

/** Sums over all payers, not only of the page shown; skeletons while they load. */
function Sums({ of }: { of: Aging | undefined }) {
  const t = useT()
  const format = useFormat()
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <div role="group" aria-label={t('Totals')}>
      <StatTiles>
        <StatTile label={t('Total')} value={of && money(of.total)} />
        {ages.map(([key, label]) => (
          <StatTile key={key} label={t(label)} value={of && money(of[key])} />
        ))}
      </StatTiles>
    </div>
  )
}
