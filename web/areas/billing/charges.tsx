import { IconReceipt } from '@tabler/icons-react'
import { listCharges, type Charge } from '#contract/billing/charges.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { TitledPart } from '../../ui/titled-part.tsx'
import { ChargeStanding } from './charge-standing.tsx'
import { chargeKinds } from './charge-words.ts'
import styles from './billing.module.css'

/** An agency's charges, as shown to the agency and to its operator. */
export function Charges({ companyId }: { companyId: string }) {
  const t = useT()
  return (
    <TitledPart title={t('Charges')}>
      <ResourceTable
        label={t('Charges')}
        operation={listCharges}
        input={({ page, perPage }) => ({
          params: { companyId },
          query: { page, perPage },
        })}
        columns={columns}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={<IconReceipt size={22} stroke={1.6} />}
            title={t('Nothing to pay')}
            hint={t('Charges appear here when they become due.')}
          />
        }
      />
    </TitledPart>
  )
}

const columns: readonly Column<Charge>[] = [
  { key: 'kind', header: msg('Charge'), cell: (row) => <Kind row={row} /> },
  { key: 'created', header: msg('Created'), size: 'date', cell: (row) => <At row={row} /> },
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
  { key: 'status', header: msg('Status'), cell: (row) => <ChargeStanding charge={row} nextTryOn={row.next_try_on} /> },
]

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
