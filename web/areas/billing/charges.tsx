import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { listCharges, type Charge } from '#contract/billing/charges.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { TitledPart } from '../../ui/titled-part.tsx'
import styles from './billing.module.css'
import { ChargeStanding } from './charge-standing.tsx'
import { chargeKinds, isPaid, isUnpaid, refundedOf } from './charge-words.ts'
import { ReceiptDownload } from './receipt-download.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { Refunds } from './refunds.tsx'
import { SettleDialog } from './settle-dialog.tsx'

type ChargesProps = {
  companyId: string
  /** The payee may refund a payment, or record one that was made outside the platform. */
  maySettle: boolean
}

/** The charges of an agency, or those of a client that are on no invoice, for itself and for whom it pays. */
export function Charges({ companyId, maySettle }: ChargesProps) {
  const t = useT()
  const [settling, setSettling] = useState<Charge | null>(null)
  const [refunding, setRefunding] = useState<Charge | null>(null)
  const [openCharge, setOpenCharge] = useState<Charge | null>(null)
  const actions: Column<Charge> = {
    key: 'actions',
    header: msg('Actions'),
    align: 'end',
    size: 'twoActions',
    cell: (row) => (
      <Acts
        companyId={companyId}
        row={row}
        maySettle={maySettle}
        onOpen={setOpenCharge}
        onSettle={setSettling}
        onRefund={setRefunding}
      />
    ),
  }
  return (
    <TitledPart title={t('Charges')}>
      <ResourceTable
        label={t('Charges')}
        operation={listCharges}
        input={({ page, perPage }) => ({
          params: { companyId },
          query: { page, perPage },
        })}
        columns={[...columns, actions]}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={<IconReceipt size={22} stroke={1.6} />}
            title={t('Nothing to pay')}
            hint={t('Charges appear here when they become due.')}
          />
        }
      />
      {settling && (
        <SettleDialog
          companyId={companyId}
          charge={settling}
          title={t('Mark this charge as paid?')}
          onClose={() => setSettling(null)}
        />
      )}
      {refunding && (
        <RefundDialog
          companyId={companyId}
          charge={refunding}
          title={t('Refund this charge')}
          onClose={() => setRefunding(null)}
        />
      )}
      {openCharge && (
        <RefundsDialog
          companyId={companyId}
          chargeId={openCharge.id}
          title={openCharge.refunded > 0 ? t('Credit notes') : t(chargeKinds[openCharge.kind])}
          onClose={() => setOpenCharge(null)}
        />
      )}
    </TitledPart>
  )
}

type Act = (row: Charge) => void
type ActsProps = { companyId: string; row: Charge; maySettle: boolean; onOpen: Act; onSettle: Act; onRefund: Act }

/**
 * Charges with an invoice are paid and refunded in the list of invoices. What a top-up paid is in a balance, and is not
 * refunded here. Renders nothing if there is nothing to do, so that cards on phones omit the line.
 */
function Acts({ companyId, row, maySettle, onOpen, onSettle, onRefund }: ActsProps) {
  const t = useT()
  const isTopUp = row.kind === 'wallet_top_up' || row.kind === 'campaign_top_up'
  const isOwn = maySettle && row.kind !== 'leads' && row.kind !== 'client_leads'
  const acts = [
    row.refunded > 0 && ([t('Credit notes'), onOpen] as const),
    row.refunded === 0 && row.refund_state !== null && ([t('Refunds'), onOpen] as const),
    isOwn && isUnpaid(row) && ([t('Mark as paid'), onSettle] as const),
    isOwn && isPaid(row) && !isTopUp && refundedOf(row) !== 'all' && ([t('Refund'), onRefund] as const),
  ].filter((one) => one !== false)
  // Invoices have their own list, with their receipts.
  const hasReceipt = isPaid(row) && row.kind !== 'leads' && row.kind !== 'client_leads'
  if (acts.length === 0 && !hasReceipt) return null
  return (
    <span className={styles.acts}>
      {hasReceipt && <ReceiptDownload companyId={companyId} chargeId={row.id} />}
      {acts.map(([label, act]) => (
        <Button key={label} size="xs" variant="default" onClick={() => act(row)}>
          {label}
        </Button>
      ))}
    </span>
  )
}

const columns: readonly Column<Charge>[] = [
  { key: 'kind', header: msg('Charge'), cell: (row) => <Kind row={row} /> },
  { key: 'created', header: msg('Created'), size: 'date', hideBelow: 'md', cell: (row) => <At row={row} /> },
  { key: 'amount', header: msg('To pay'), align: 'end', cell: (row) => <ToPay row={row} /> },
  {
    key: 'status',
    header: msg('Status'),
    size: 'longStatus',
    cell: (row) => (
      <ChargeStanding charge={row} nextTryOn={row.next_try_on} refunded={row.refunded} refundState={row.refund_state} />
    ),
  },
]

/** The amount; below it, struck out, the price before a discount: columns of their own would leave too little room. */
function ToPay({ row }: { row: Charge }) {
  const before = row.discount > 0 && (
    <s>
      <Money dollars={row.price} />
    </s>
  )
  return (
    <Lines strong detail={before}>
      <Money dollars={row.amount} />
    </Lines>
  )
}

function Kind({ row }: { row: Charge }) {
  const t = useT()
  return <>{t(chargeKinds[row.kind])}</>
}

function At({ row }: { row: Charge }) {
  const format = useFormat()
  return <time dateTime={row.created_at}>{format.date(row.created_at)}</time>
}

function Money({ dollars }: { dollars: number }) {
  const format = useFormat()
  return <>{format.money(Math.round(dollars * 100))}</>
}

type RefundsDialogProps = { companyId: string; chargeId: string; title: string; onClose: () => void }

/** The refunds of a charge that has no invoice, with their credit notes. */
function RefundsDialog({ companyId, chargeId, title, onClose }: RefundsDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Refunds companyId={companyId} chargeId={chargeId} />
    </Dialog>
  )
}
