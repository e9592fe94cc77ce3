import type { LinkedInvoice } from '#contract/payments/payment-links.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { InvoiceTaxes } from '../billing/invoice-taxes.tsx'
import { LineName } from '../billing/line-name.tsx'
import styles from './payments.module.css'

/** What an invoice charges, and what is left to pay. */
export function LinkedInvoiceLines({ of }: { of: LinkedInvoice }) {
  const t = useT()
  const format = useFormat()
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <>
      <p className={styles.lead}>
        {/* An arrow would point at the seller in Arabic. */}
        {t('{from} → {to}', { from: isolate(of.seller), to: isolate(of.payer) })}
        {' · '}
        {format.date(of.issued_at)}
      </p>
      <ul className={styles.invoiceLines}>
        {of.lines.map((line) => (
          <li key={line.line}>
            <span>
              <LineName line={line} />
            </span>
            <span>{money(line.amount)}</span>
          </li>
        ))}
        <InvoiceTaxes of={of.lines} />
        {of.deduction > 0 && (
          <li>
            <span>{t('Paid or invoiced earlier')}</span>
            <span>{money(-of.deduction)}</span>
          </li>
        )}
        <li data-total>
          <span>{t('To pay')}</span>
          <span>{money(of.amount)}</span>
        </li>
      </ul>
    </>
  )
}
