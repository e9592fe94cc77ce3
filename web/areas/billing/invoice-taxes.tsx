import type { InvoiceLine } from '#contract/billing/invoices.ts'
import { useFormat } from '../../i18n/format.ts'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'

/** Taxes of an invoice below its lines, one per rate. */
export function InvoiceTaxes({ of }: { of: readonly InvoiceLine[] }) {
  const format = useFormat()
  const cents = new Map<string, number>()
  for (const { tax, tax_percent, tax_name, tax_place } of of) {
    if (tax_percent === null) continue
    const name = `${tax_name} ${format.rate(tax_percent)} (${tax_place})`
    cents.set(name, (cents.get(name) ?? 0) + Math.round(tax * 100))
  }
  return [...cents].map(([name, sum]) => (
    <li key={name} className={styles.line}>
      <Bdi>{name}</Bdi>
      <span className={styles.amount}>{format.money(sum)}</span>
    </li>
  ))
}
