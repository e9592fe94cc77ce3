import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadInvoice, getInvoice, type Invoice, type InvoiceLine } from '#contract/billing/invoices.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { DetailList } from '../../shells/detail-list.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { useDownload } from '../../shells/use-download.ts'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'
import { ChargeStanding } from './charge-standing.tsx'
import { isPaid, isUnpaid } from './charge-words.ts'
import { InvoiceTaxes } from './invoice-taxes.tsx'
import { LineLeads } from './line-leads.tsx'
import { LineName } from './line-name.tsx'
import { ReceiptDownload } from './receipt-download.tsx'
import { Refunds } from './refunds.tsx'
import { useDocumentZone } from './use-document-zone.ts'
import { WriteOffDialog } from './write-off-dialog.tsx'

type Named = Pick<Invoice, 'id' | 'number'>
type InvoiceDialogProps = {
  companyId: string
  invoice: Named
  /** The payee may give up what is open. */
  maySettle?: boolean
  onClose: () => void
}

/** An invoice with its lines. A line for amounts carried over links to the earlier invoices they come from. */
export function InvoiceDialog({ invoice, ...of }: InvoiceDialogProps) {
  const [current, setCurrent] = useState(invoice)
  return <Shown key={current.id} {...of} invoice={current} onTurn={setCurrent} />
}

type ShownProps = InvoiceDialogProps & { onTurn: (to: Named) => void }

function Shown({ companyId, invoice, maySettle = false, onClose, onTurn }: ShownProps) {
  const t = useT()
  const format = useFormat()
  const zone = useDocumentZone()
  const { data, error, refetch } = useCall(getInvoice, { params: { companyId, invoiceID: invoice.id } })
  const details = data?.data
  const [isWritingOff, setWritingOff] = useState(false)
  const download = useDownload(downloadInvoice)
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <Dialog opened onClose={onClose} title={t('Invoice {number}', { number: isolate(invoice.number) })} size="lg">
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      <DetailList
        loading={!details}
        items={[
          { label: t('From'), value: details && <Bdi>{details.seller}</Bdi> },
          { label: t('For'), value: details && <Bdi>{details.payer}</Bdi> },
          ...(details?.seller_tax_number
            ? [{ label: t('Seller’s tax number'), value: <Bdi>{details.seller_tax_number}</Bdi> }]
            : []),
          ...(details?.payer_tax_number
            ? [{ label: t('Payer’s tax number'), value: <Bdi>{details.payer_tax_number}</Bdi> }]
            : []),
          { label: t('Issued'), value: details && format.date(details.issued_at, zone) },
          {
            label: t('Status'),
            value: details && (
              <ChargeStanding charge={details} nextTryOn={details.next_try_on} refunded={details.refunded} />
            ),
          },
          ...(details?.tax_note ? [{ label: t('No tax is charged'), value: <Bdi>{details.tax_note}</Bdi> }] : []),
        ]}
      />
      {details && (
        <ul className={styles.lines}>
          {details.lines.map((line) => (
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
          <InvoiceTaxes of={details.lines} />
          {details.deduction > 0 && (
            <li className={styles.line}>
              <span>{t('Paid or invoiced earlier')}</span>
              <span className={styles.amount}>{money(-details.deduction)}</span>
            </li>
          )}
          <InvoiceEnd of={details} />
        </ul>
      )}
      <Group gap="xs" mt="md">
        <Button
          variant="default"
          size="xs"
          loading={download.busy}
          leftSection={<IconDownload size={14} />}
          onClick={() => download.start({ params: { companyId, invoiceID: invoice.id } })}
        >
          {t('Download PDF')}
        </Button>
        {maySettle && details && isUnpaid(details) && (
          <Button size="xs" variant="default" onClick={() => setWritingOff(true)}>
            {t('Write off')}
          </Button>
        )}
        {details && isPaid(details) && <ReceiptDownload companyId={companyId} chargeId={invoice.id} />}
      </Group>
      <Refunds companyId={companyId} chargeId={invoice.id} />
      {isWritingOff && details && (
        <WriteOffDialog companyId={companyId} invoice={details} onClose={() => setWritingOff(false)} />
      )}
    </Dialog>
  )
}

/** The end of an invoice: what is to pay or, once that happened, what was paid, and that nothing is due. */
function InvoiceEnd({ of: { amount, status } }: { of: Pick<Invoice, 'amount' | 'status'> }) {
  const t = useT()
  const format = useFormat()
  const cents = Math.round(amount * 100)
  const lines = isPaid({ amount, status })
    ? ([
        [t('Invoice amount'), cents],
        [t('Amount paid'), -cents],
        [t('Due'), 0],
      ] as const)
    : status === 'written_off'
      ? ([
          [t('Invoice amount'), cents],
          [t('Written off'), -cents],
          [t('Due'), 0],
        ] as const)
      : ([[t('To pay'), cents]] as const)
  return lines.map(([name, sum], at) => (
    <li key={name} className={styles.line} data-total={at === lines.length - 1 || undefined}>
      <span>{name}</span>
      <span className={styles.amount}>{format.money(sum)}</span>
    </li>
  ))
}

type LineSourcesProps = { of: InvoiceLine['sources']; onOpen: (invoice: Pick<Invoice, 'id' | 'number'>) => void }

/** The earlier invoices from which a line's amount was carried over, each with its part. */
function LineSources({ of, onOpen }: LineSourcesProps) {
  const t = useT()
  const format = useFormat()
  if (of.length === 0) return null
  return (
    <ul className={styles.leads} aria-label={t('Carried over from')}>
      {of.map(({ invoice_id: id, number, amount, leads }) => (
        <li key={id}>
          <Button size="compact-xs" variant="default" onClick={() => onOpen({ id, number })}>
            {t('Invoice {number}', { number: isolate(number) })}
          </Button>
          <span className={styles.muted}>
            {leads > 0
              ? t('Credits that were deducted and later reversed.')
              : t('It deducted an amount that is owed after all.')}
          </span>
          <span className={styles.amount}>{format.price(Math.round(amount * 10_000))}</span>
        </li>
      ))}
    </ul>
  )
}
