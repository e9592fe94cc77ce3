import { IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import { listFailedPayments, type FailedPayment } from '#contract/payments/failed-payments.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { BelowCompanies } from '../../shells/below-companies.tsx'
import { agencyPath, clientPath } from '../../paths/companies.ts'
import styles from './billing.module.css'
import { ChargeStanding } from './charge-standing.tsx'
import { chargeKinds } from './charge-words.ts'
import { TryAgain } from './try-again.tsx'

/** `/configuration/failed-payments`: unpaid charges of an agency's clients, or of the operator's agencies. */
export function FailedPaymentsPage() {
  const t = useT()
  const me = useMe()
  const [hasTried, setTried] = useState(false)
  const isRoot = me.side === 'root'
  const mayTry = me.kind === 'agencyOwner' || (isRoot && me.may('settings.update'))
  return (
    <BelowCompanies
      title={t('Failed payments')}
      description={`${t(
        'Declined payments are retried 1, 3, 5 and 7 days later, each time with an email to the payer. After that, campaigns stop until they are paid. Payments that the payment provider rejects are retried every day and stop no campaigns.',
      )}${me.kind === 'administrator' ? ` ${t('Your agency’s owner can retry one at once.')}` : ''}`}
      operation={listFailedPayments}
      input={({ page, perPage }) => ({ params: { companyId: me.companyId }, query: { page, perPage } })}
      columns={columnsOf(isRoot, mayTry, () => setTried(true))}
      rowKey={(row) => row.id}
      rowLink={(row) => (isRoot ? agencyPath(row.company_id) : clientPath(row.company_id))}
      refetchEvery_ms={hasTried && 3_000}
      empty={
        <EmptyState
          icon={<IconCreditCard size={22} stroke={1.6} />}
          title={t('No failed payments')}
          hint={t('Payments whose card is declined appear here until they are paid.')}
        />
      }
    />
  )
}

const columnsOf = (isRoot: boolean, mayTry: boolean, onTried: () => void): readonly Column<FailedPayment>[] => [
  { key: 'payer', header: isRoot ? msg('Agency') : msg('Client'), size: 'normal', cell: (row) => <Payer row={row} /> },
  { key: 'for', header: msg('Charge'), cell: (row) => <What row={row} /> },
  { key: 'amount', header: msg('To pay'), align: 'end', cell: (row) => <Amount row={row} /> },
  { key: 'status', header: msg('Status'), size: 'wide', cell: (row) => <ChargeStanding charge={row} /> },
  {
    key: 'failed',
    header: msg('Failed on'),
    size: 'date',
    hideBelow: 'md',
    cell: (row) => <On date={row.failed_on} />,
  },
  { key: 'next', header: msg('Next attempt'), size: 'date', cell: (row) => <Next row={row} /> },
  ...(mayTry
    ? [
        {
          key: 'actions',
          header: msg('Actions'),
          align: 'end' as const,
          cell: (row: FailedPayment) =>
            row.status === 'declined' && !row.needs_card ? (
              <TryAgain companyId={row.company_id} chargeId={row.id} name={row.company_name} onTried={onTried} />
            ) : null,
        },
      ]
    : []),
]

function Payer({ row }: { row: FailedPayment }) {
  return (
    <strong className={styles.payer}>
      <Bdi>{row.company_name}</Bdi>
    </strong>
  )
}

function What({ row }: { row: FailedPayment }) {
  const t = useT()
  return <Lines detail={row.invoice === '' ? undefined : <Bdi>{row.invoice}</Bdi>}>{t(chargeKinds[row.kind])}</Lines>
}

function Amount({ row }: { row: FailedPayment }) {
  const format = useFormat()
  return <span className={styles.amount}>{format.money(Math.round(row.amount * 100))}</span>
}

function On({ date }: { date: string }) {
  const format = useFormat()
  return <time dateTime={date}>{format.date(date)}</time>
}

function Next({ row }: { row: FailedPayment }) {
  const t = useT()
  const next = row.next_try_on !== null && row.status === 'declined' ? <On date={row.next_try_on} /> : undefined
  if (row.is_over)
    return (
      <Lines detail={next}>
        <StatusBadge tone="bad">{t('Campaigns stopped')}</StatusBadge>
      </Lines>
    )
  if (next) return next
  return <span className={styles.muted}>{row.needs_card ? t('New card required') : '—'}</span>
}
