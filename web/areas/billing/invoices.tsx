import { IconFileInvoice } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { listInvoices, type Invoice } from '#contract/billing/invoices.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledPart } from '../../ui/titled-part.tsx'
import styles from './billing.module.css'
import { ChargeStanding } from './charge-standing.tsx'
import { isPaid, isUnpaid } from './charge-words.ts'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { StatementDownload } from './statement-download.tsx'
import { TryAgain } from './try-again.tsx'
import { useDocumentZone } from './use-document-zone.ts'

type InvoicesProps = {
  companyId: string
  /** The payee may refund a payment, or record one that was made outside the platform. */
  maySettle?: boolean
  /** The payer or the payee may retry a declined charge. */
  mayTry?: boolean
}

/** Invoices of a client or an agency. */
export function Invoices({ companyId, maySettle = false, mayTry = false }: InvoicesProps) {
  const t = useT()
  const [settling, setSettling] = useState<Invoice | null>(null)
  const [refunding, setRefunding] = useState<Invoice | null>(null)
  const [hasTried, setTried] = useState(false)
  const [openInvoice, setOpenInvoice] = useState<Invoice | null>(null)
  const columns: readonly Column<Invoice>[] = [
    { key: 'number', header: msg('Invoice'), cell: (row) => <Bdi>{row.number}</Bdi> },
    { key: 'issued', header: msg('Issued'), size: 'date', cell: (row) => <At instant={row.issued_at} /> },
    { key: 'amount', header: msg('Amount'), align: 'end', cell: (row) => <Amount row={row} /> },
    {
      key: 'status',
      header: msg('Status'),
      cell: (row) => <ChargeStanding charge={row} nextTryOn={row.next_try_on} refunded={row.refunded} />,
    },
    {
      key: 'actions',
      header: msg('Actions'),
      align: 'end',
      size: maySettle || mayTry ? 'twoActions' : 'actions',
      cell: (row) => (
        <span className={styles.acts}>
          <Button size="xs" variant="default" onClick={() => setOpenInvoice(row)}>
            {t('Show lines')}
          </Button>
          {mayTry && row.status === 'declined' && (
            <TryAgain companyId={companyId} chargeId={row.id} name={row.number} onTried={() => setTried(true)} />
          )}
          {maySettle && isPaid(row) && (
            <Button size="xs" variant="default" onClick={() => setRefunding(row)}>
              {t('Refund')}
            </Button>
          )}
          {maySettle && isUnpaid(row) && (
            <Button size="xs" variant="default" onClick={() => setSettling(row)}>
              {t('Mark as paid')}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <TitledPart title={t('Invoices')} action={<StatementDownload companyId={companyId} />}>
      <ResourceTable
        label={t('Invoices')}
        operation={listInvoices}
        prefix="invoices-"
        input={({ page, perPage }) => ({
          params: { companyId },
          query: { page, perPage },
        })}
        columns={columns}
        rowKey={(row) => row.id}
        refetchEvery_ms={hasTried && 3_000}
        empty={
          <EmptyState
            icon={<IconFileInvoice size={22} stroke={1.6} />}
            title={t('No invoices yet')}
            hint={t('The first one is issued when the current period ends.')}
          />
        }
      />
      {settling && (
        <SettleDialog
          companyId={companyId}
          charge={settling}
          title={t('Mark invoice {number} as paid?', { number: isolate(settling.number) })}
          onClose={() => setSettling(null)}
        />
      )}
      {refunding && (
        <RefundDialog
          companyId={companyId}
          charge={refunding}
          title={t('Refund invoice {number}', { number: isolate(refunding.number) })}
          onClose={() => setRefunding(null)}
        />
      )}
      {openInvoice && (
        <InvoiceDialog
          companyId={companyId}
          invoice={openInvoice}
          maySettle={maySettle}
          onClose={() => setOpenInvoice(null)}
        />
      )}
    </TitledPart>
  )
}

function At({ instant }: { instant: string }) {
  const format = useFormat()
  const zone = useDocumentZone()
  return <time dateTime={instant}>{format.date(instant, zone)}</time>
}

function Amount({ row }: { row: Invoice }) {
  const format = useFormat()
  return <span className={styles.amount}>{format.money(Math.round(row.amount * 100))}</span>
}
