import type { InvoiceLine } from '#contract/billing/invoices.ts'
import { useT } from '../../i18n/texts.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'
import { FeeDays } from './fee-days.tsx'
import { lineKinds } from './line-kinds.ts'

/** Description of an invoice line: its campaign, or the product and period of a fee. */
export function LineName({ line }: { line: InvoiceLine }) {
  const t = useT()
  return (
    <>
      {t(lineKinds[line.kind])}
      {[line.campaign, line.client].map(
        (name) =>
          name !== '' && (
            <span key={name} className={styles.quiet}>
              {' · '}
              <Bdi>{name}</Bdi>
            </span>
          ),
      )}
      <FeeDays of={line} />
    </>
  )
}
