import { IconBuildingBank } from '@tabler/icons-react'
import { listReconciledDays, readReconciliation, type ReconciledDay } from '#contract/payments/reconciliation.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { StatTile, StatTiles } from '../../../shells/stat-tile.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import styles from './reconciliation.module.css'
import { UnmatchedCard } from './unmatched-card.tsx'

/** `/configuration/reconciliation`: compares the balance at the payment provider with the ledger, day by day. */
export function ReconciliationPage() {
  const t = useT()
  const me = useMe()
  return (
    <>
      <PageHeader
        title={t('Reconciliation')}
        description={t('The payment provider’s transactions are matched with our books every hour.')}
      />
      <Figures companyId={me.companyId} />
      <UnmatchedCard />
      <ResourceTable
        label={t('Reconciled days')}
        operation={listReconciledDays}
        input={({ page, perPage }) => ({ params: { companyId: me.companyId }, query: { page, perPage } })}
        columns={columns}
        rowKey={(row) => row.date}
        empty={
          <EmptyState
            icon={<IconBuildingBank size={22} stroke={1.6} />}
            title={t('No transactions yet')}
            hint={t('Days on which cards were charged appear here within an hour.')}
          />
        }
      />
    </>
  )
}

function Figures({ companyId }: { companyId: string }) {
  const t = useT()
  const format = useFormat()
  const { data: answer, error, refetch } = useCall(readReconciliation, { params: { companyId } })
  const data = answer?.data
  const dollars = (value: number | undefined) =>
    value === undefined ? undefined : format.money(Math.round(value * 100))
  const readAt = data?.read_at ?? null
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  return (
    <StatTiles>
      <StatTile label={t('Booked')} value={dollars(data?.booked)} />
      <StatTile
        label={t('At the payment provider')}
        value={dollars(data?.at_gateway)}
        note={readAt === null ? undefined : t('As of {date}', { date: format.dateTime(readAt) })}
      />
      <StatTile label={t('Difference')} value={dollars(data?.difference)} />
      <StatTile
        label={t('Balance at the provider')}
        value={dollars(data?.balance)}
        note={
          data &&
          t('Less {fees} in fees and {payouts} paid out', {
            fees: dollars(data.fees) ?? '',
            payouts: dollars(data.paid_out) ?? '',
          })
        }
      />
    </StatTiles>
  )
}

const amountOf = (
  key: 'booked' | 'at_gateway' | 'fees' | 'paid_out',
  header: Column<ReconciledDay>['header'],
  hideBelow?: 'md' | 'lg',
): Column<ReconciledDay> => ({
  key,
  header,
  align: 'end',
  ...(hideBelow ? { hideBelow } : {}),
  cell: (row) => <Amount of={row[key]} />,
})

const columns: readonly Column<ReconciledDay>[] = [
  { key: 'date', header: msg('Day'), size: 'date', cell: (row) => <Day date={row.date} /> },
  amountOf('booked', msg('Booked')),
  amountOf('at_gateway', msg('At the payment provider')),
  amountOf('fees', msg('Fees'), 'lg'),
  amountOf('paid_out', msg('Paid out'), 'lg'),
  { key: 'difference', header: msg('Difference'), size: 'longStatus', cell: (row) => <Difference row={row} /> },
]

function Day({ date }: { date: string }) {
  const format = useFormat()
  return <time dateTime={date}>{format.date(date)}</time>
}

function Amount({ of }: { of: number }) {
  const format = useFormat()
  return <span className={of === 0 ? styles.muted : styles.amount}>{format.money(Math.round(of * 100))}</span>
}

function Difference({ row }: { row: ReconciledDay }) {
  const t = useT()
  const format = useFormat()
  if (row.difference === 0 && row.unmatched === 0) return <StatusBadge tone="ok">{t('Agrees')}</StatusBadge>
  return <StatusBadge tone="bad">{format.money(Math.round(row.difference * 100))}</StatusBadge>
}
