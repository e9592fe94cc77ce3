import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadInvoice, getInvoice, type Invoice } from '#contract/billing/invoices.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useDownload } from '../../shells/use-download.ts'
import { DetailList } from '../../shells/detail-list.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'
import { InvoiceTaxes } from './invoice-taxes.tsx'
import { LineLeads } from './line-leads.tsx'
import { LineName } from './line-name.tsx'
import { LineSources } from './line-sources.tsx'
import { Refunds } from './refunds.tsx'
import { useDocumentZone } from './use-document-zone.ts'

type Named = Pick<Invoice, 'id' | 'number'>
type InvoiceDialogProps = { companyId: string; invoice: Named; onClose: () => void }

/** An invoice with its lines. A line for amounts carried over links to the earlier invoices they come from. */
export function InvoiceDialog({ invoice, ...of }: InvoiceDialogProps) {
  const [shown, setShown] = useState(invoice)
  return <Shown key={shown.id} {...of} invoice={shown} onTurn={setShown} />
}

type ShownProps = InvoiceDialogProps & { onTurn: (to: Named) => void }

function Shown({ companyId, invoice, onClose, onTurn }: ShownProps) {
  const t = useT()
  const format = useFormat()
  const zone = useDocumentZone()
  const { data, error, refetch } = useCall(getInvoice, { params: { companyId, invoiceID: invoice.id } })
  const shown = data?.data
  const download = useDownload(downloadInvoice)
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <Dialog opened onClose={onClose} title={t('Invoice {number}', { number: isolate(invoice.number) })} size="lg">
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      <DetailList
        loading={!shown}
        items={[
          { label: t('From'), value: shown && <Bdi>{shown.seller}</Bdi> },
          { label: t('For'), value: shown && <Bdi>{shown.payer}</Bdi> },
          ...(shown?.seller_tax_number
            ? [{ label: t('Seller’s tax number'), value: <Bdi>{shown.seller_tax_number}</Bdi> }]
            : []),
          ...(shown?.payer_tax_number
            ? [{ label: t('Payer’s tax number'), value: <Bdi>{shown.payer_tax_number}</Bdi> }]
            : []),
          { label: t('Issued'), value: shown && format.date(shown.issued_at, zone) },
          ...(shown?.tax_note ? [{ label: t('No tax is charged'), value: <Bdi>{shown.tax_note}</Bdi> }] : []),
        ]}
      />
      {shown && (
        <ul className={styles.lines}>
          {shown.lines.map((line) => (
            <li key={line.line} className={styles.lineOfLeads}>
              <span className={styles.line}>
                <span>
                  <LineName line={line} />
                  {line.module === null && (
                    <span className={styles.quiet}>
                      {' '}
                      <Bdi>{`${format.number(line.quantity)} × ${format.price(Math.round(line.unit_price * 10_000))}`}</Bdi>
                    </span>
                  )}
                </span>
                <span className={styles.amount}>{money(line.amount)}</span>
              </span>
              <LineSources of={line.sources} onOpen={onTurn} />
              <LineLeads companyId={companyId} invoiceId={invoice.id} line={line} onLeave={onClose} />
            </li>
          ))}
          <InvoiceTaxes of={shown.lines} />
          {shown.deduction > 0 && (
            <li className={styles.line}>
              <span>{t('Paid or invoiced earlier')}</span>
              <span className={styles.amount}>{money(-shown.deduction)}</span>
            </li>
          )}
          <li className={styles.line} data-total>
            <span>{t('To pay')}</span>
            <span className={styles.amount}>{money(shown.amount)}</span>
          </li>
        </ul>
      )}
      <Button
        variant="default"
        size="xs"
        mt="md"
        loading={download.busy}
        leftSection={<IconDownload size={14} />}
        onClick={() => download.start({ params: { companyId, invoiceID: invoice.id } })}
      >
        {t('Download PDF')}
      </Button>
      <Refunds companyId={companyId} chargeId={invoice.id} />
    </Dialog>
  )
}
