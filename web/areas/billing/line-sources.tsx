import { Button } from '@mantine/core'
import type { Invoice, InvoiceLine } from '#contract/billing/invoices.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import styles from './billing.module.css'

type LineSourcesProps = { of: InvoiceLine['sources']; onOpen: (invoice: Pick<Invoice, 'id' | 'number'>) => void }

/** The earlier invoices from which a line's amount was carried over, each with its part. */
export function LineSources({ of, onOpen }: LineSourcesProps) {
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
