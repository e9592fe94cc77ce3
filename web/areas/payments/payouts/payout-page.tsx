import { IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { getPayout, listPayoutEntries, type PayoutEntry } from '#contract/payments/payouts.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useParam } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'
import { DetailList } from '../../../shells/detail-list.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { TitledPart } from '../../../ui/titled-part.tsx'
import { agencyPath, clientPath } from '../../../paths/companies.ts'
import { MendAccount } from './mend-account.tsx'
import { AmountIn, PayoutBadge } from './payout-standing.tsx'
import { amountIn, entryKinds } from './payout-words.ts'
import styles from './payouts.module.css'

type Detail = AnswerOf<typeof getPayout>['data']

/** One payout to the bank: its status and the payments it consists of. */
export function PayoutPage() {
  const t = useT()
  const format = useFormat()
  const payoutId = useParam('payoutId')
  const { data: answer, error, refetch } = useCall(getPayout, { params: { payoutId } }, { alwaysFresh: true })
  const payout = answer?.data
  if (error && !payout) return <PageFailure failure={error} onRetry={refetch} />
  return (
    <>
      <PageHeader
        title={payout ? t('Payout of {amount}', { amount: amountIn(format, payout.amount, payout.currency) }) : '…'}
        documentTitle={t('Bank payouts')}
        badge={payout && <PayoutBadge state={payout.state} />}
      />
      {payout?.state === 'failed' && <MendAccount payout={payout} />}
      <TitledCard title={t('Payout')}>
        <Facts payout={payout} />
      </TitledCard>
      {payout && <MadeOf payout={payout} />}
    </>
  )
}

function Facts({ payout }: { payout: Detail | undefined }) {
  const t = useT()
  const format = useFormat()
  const { side } = useMe()
  const method = payout?.method === 'instant' ? t('Instant') : t('By bank transfer')
  return (
    <DetailList
      loading={payout === undefined}
      items={[
        ...(side === 'root' && payout?.owner_name
          ? [
              {
                label: t('Account of'),
                value:
                  payout.owner_kind === 'agency' ? (
                    <Link to={agencyPath(payout.owner_id)}>
                      <Bdi>{payout.owner_name}</Bdi>
                    </Link>
                  ) : (
                    <Bdi>{payout.owner_name}</Bdi>
                  ),
              },
            ]
          : []),
        { label: t('Created on'), value: payout ? format.dateTime(payout.made_at) : null },
        { label: t('Last change'), value: payout ? format.dateTime(payout.moved_at) : null },
        { label: t('Expected arrival'), value: payout ? format.date(payout.arrives_on) : null },
        { label: t('Bank account'), value: payout?.bank_last4 ? <Bdi>{`•••• ${payout.bank_last4}`}</Bdi> : null },
        { label: t('Method'), value: method },
        { label: t('Schedule'), value: payout?.is_automatic ? t('Automatic') : t('Manual') },
        { label: t('Reference'), value: payout ? <Bdi>{payout.gateway_id}</Bdi> : null },
      ]}
    />
  )
}

function MadeOf({ payout }: { payout: Detail }) {
  const t = useT()
  const format = useFormat()
  const money = (amount: number): string => amountIn(format, amount, payout.currency)
  const sums = { gross: money(payout.gross), fees: money(payout.fees), amount: money(payout.amount) }
  return (
    <div className={styles.madeOf}>
      <TitledPart title={t('Included transactions')}>
        {payout.is_itemized && <p className={styles.muted}>{t('{gross} less {fees} in fees is {amount}.', sums)}</p>}
        <ResourceTable
          label={t('Included transactions')}
          operation={listPayoutEntries}
          input={({ page, perPage }) => ({ params: { payoutId: payout.id }, query: { page, perPage } })}
          columns={columnsOf(payout.currency)}
          rowKey={(row) => row.gateway_id}
          empty={
            <EmptyState
              icon={<IconListDetails size={22} stroke={1.6} />}
              title={t('Not known yet')}
              hint={t('Available for automatic payouts, some time after they are created.')}
            />
          }
        />
      </TitledPart>
    </div>
  )
}

const columnsOf = (currency: string): readonly Column<PayoutEntry>[] => [
  { key: 'what', header: msg('Transaction'), cell: (row) => <What row={row} /> },
  { key: 'payer', header: msg('Client'), hideBelow: 'md', cell: (row) => <Payer row={row} /> },
  { key: 'at', header: msg('Day'), size: 'date', cell: (row) => <At row={row} /> },
  {
    key: 'fee',
    header: msg('Fees'),
    align: 'end',
    hideBelow: 'lg',
    cell: (row) => <AmountIn of={row.fee} currency={currency} />,
  },
  {
    key: 'amount',
    header: msg('Amount'),
    align: 'end',
    cell: (row) => <AmountIn of={row.amount} currency={currency} />,
  },
]

function What({ row }: { row: PayoutEntry }) {
  const t = useT()
  return (
    <Lines detail={<Bdi>{row.invoice === '' ? row.gateway_id : row.invoice}</Bdi>}>{t(entryKinds[row.kind])}</Lines>
  )
}

/** Links to the client who paid, where its invoices and the money trail of its leads are. */
function Payer({ row }: { row: PayoutEntry }) {
  const { side } = useMe()
  if (row.company_id === null) return <>—</>
  if (side === 'root') return <Bdi>{row.company_name}</Bdi>
  return (
    <Link to={clientPath(row.company_id)}>
      <Bdi>{row.company_name}</Bdi>
    </Link>
  )
}

function At({ row }: { row: PayoutEntry }) {
  const format = useFormat()
  return <time dateTime={row.at}>{format.date(row.at)}</time>
}
