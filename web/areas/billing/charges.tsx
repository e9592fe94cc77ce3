import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { listCharges, type Charge } from '#contract/billing/charges.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { TitledPart } from '../../ui/titled-part.tsx'
import { ChargeStanding } from './charge-standing.tsx'
import { chargeKinds, isUnpaid } from './charge-words.ts'
import { SettleDialog } from './settle-dialog.tsx'
import styles from './billing.module.css'

type ChargesProps = {
  companyId: string
  /** The payee may record a payment that was made outside the platform. */
  maySettle: boolean
}

/** An agency's charges, as shown to the agency and to its operator. */
export function Charges({ companyId, maySettle }: ChargesProps) {
  const t = useT()
  const [settling, setSettling] = useState<Charge | null>(null)
  const actions: Column<Charge> = {
    key: 'actions',
    header: msg('Actions'),
    align: 'end',
    size: 'twoActions',
    cell: (row) => <Acts row={row} onSettle={setSettling} />,
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
        columns={maySettle ? [kind, created, toPay, status, actions] : columns}
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
    </TitledPart>
  )
}

type ActsProps = { row: Charge; onSettle: (row: Charge) => void }

/** Charges with an invoice have their actions in the list of invoices. */
function Acts({ row, onSettle }: ActsProps) {
  const t = useT()
  if (row.kind === 'leads' || row.kind === 'client_leads' || !isUnpaid(row)) return null
  return (
    <Button size="xs" variant="default" onClick={() => onSettle(row)}>
      {t('Mark as paid')}
    </Button>
  )
}

const kind: Column<Charge> = { key: 'kind', header: msg('Charge'), cell: (row) => <Kind row={row} /> }
const created: Column<Charge> = {
  key: 'created',
  header: msg('Created'),
  size: 'date',
  cell: (row) => <At row={row} />,
}
const status: Column<Charge> = {
  key: 'status',
  header: msg('Status'),
  size: 'longStatus',
  cell: (row) => <ChargeStanding charge={row} nextTryOn={row.next_try_on} />,
}
/** The price before a discount is struck out below the amount, because the actions need the room of its columns. */
const toPay: Column<Charge> = {
  key: 'amount',
  header: msg('To pay'),
  align: 'end',
  cell: (row) => <ToPay row={row} />,
}

const columns: readonly Column<Charge>[] = [
  kind,
  created,
  { key: 'price', header: msg('Price'), align: 'end', cell: (row) => <Money dollars={row.price} /> },
  {
    key: 'discount',
    header: msg('Discount'),
    align: 'end',
    cell: (row) => (row.discount === 0 ? '—' : <Money dollars={row.discount} />),
  },
  {
    key: 'amount',
    header: msg('To pay'),
    align: 'end',
    cell: (row) => (
      <span className={styles.amount}>
        <Money dollars={row.amount} />
      </span>
    ),
  },
  status,
]

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
