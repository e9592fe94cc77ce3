import { IconBuildingBank } from '@tabler/icons-react'
import { isSales } from '#contract/guards/access-context.ts'
import { listPayouts, payoutStates as states, type Payout } from '#contract/payments/payouts.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import type { Column, Filter } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { AmountIn, PayoutStanding } from './payout-standing.tsx'
import { payoutsPathOf, payoutStates } from './payout-words.ts'

const filters: readonly Filter[] = [
  {
    key: 'state',
    label: msg('Status'),
    all: msg('All statuses'),
    options: states.map((value) => ({ value, label: payoutStates[value].text })),
  },
]

/** The payment provider's payouts to the bank: their own for agencies and sales staff, all for the operator. */
export function PayoutsPage() {
  const t = useT()
  const { side, access } = useMe()
  const isOwn = isSales(access)
  const isRoot = side === 'root' && !isOwn
  const path = payoutsPathOf(access)
  return (
    <>
      <PageHeader
        title={t('Bank payouts')}
        description={
          isRoot
            ? t('Payouts from the payment accounts of agencies and sales staff to their banks.')
            : t('Payouts from your payment account to your bank.')
        }
      />
      <ResourceTable
        label={t('Bank payouts')}
        operation={listPayouts}
        input={({ page, perPage, filters: values }) => ({
          query: { page, perPage, state: (values['state'] ?? 'all') as Payout['state'] },
        })}
        columns={columnsOf(isRoot)}
        filters={filters}
        rowKey={(row) => row.id}
        rowLink={(row) => `${path}/${row.id}`}
        empty={
          <EmptyState
            icon={<IconBuildingBank size={22} stroke={1.6} />}
            title={t('No payouts yet')}
            hint={t('Payouts appear here as soon as the payment provider sends them.')}
          />
        }
      />
    </>
  )
}

const columnsOf = (isRoot: boolean): readonly Column<Payout>[] => [
  {
    key: 'payout',
    header: isRoot ? msg('Account of') : msg('Payout'),
    cell: (row) => <What row={row} isRoot={isRoot} />,
  },
  {
    key: 'amount',
    header: msg('Amount'),
    align: 'end',
    cell: (row) => <AmountIn of={row.amount} currency={row.currency} />,
  },
  { key: 'state', header: msg('Status'), size: 'wide', cell: (row) => <PayoutStanding payout={row} /> },
  { key: 'arrives', header: msg('Expected arrival'), size: 'date', cell: (row) => <Day row={row} /> },
]

function What({ row, isRoot }: { row: Payout; isRoot: boolean }) {
  const t = useT()
  const format = useFormat()
  const bank = row.bank_last4 === '' ? undefined : <Bdi>{`•••• ${row.bank_last4}`}</Bdi>
  const date = format.date(row.made_at)
  if (!isRoot)
    return (
      <Lines strong detail={bank}>
        {date}
      </Lines>
    )
  return (
    <Lines strong detail={row.owner_kind === 'sales' ? t('Sales staff') : date}>
      {row.owner_name}
    </Lines>
  )
}

/** Failed and canceled payouts have no arrival date. */
function Day({ row }: { row: Payout }) {
  const format = useFormat()
  if (row.state === 'failed' || row.state === 'canceled') return <>—</>
  return <time dateTime={row.arrives_on}>{format.date(row.arrives_on)}</time>
}
