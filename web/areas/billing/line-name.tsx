import type { InvoiceLine } from '#contract/billing/invoices.ts'
import { useT } from '../../i18n/texts.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'
import { FeeDays } from './fee-days.tsx'
import { lineKinds } from './line-kinds.ts'

/** What a line asks for: of which campaign, or of whose use of a product in which days. */
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
