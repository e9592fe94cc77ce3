import type { Charge } from '#contract/billing/charges.ts'
import { useT } from '../../i18n/texts.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'
import { causeText, chargeStatuses } from './charge-words.ts'

/** Where a charge stands, with what paid it or why it is not paid yet. */
export function ChargeStanding({ charge }: { charge: Pick<Charge, 'status' | 'cause' | 'paid_with'> }) {
  const t = useT()
  const { tone, text } = chargeStatuses[charge.status]
  const cause = causeText(charge.cause)
  return (
    <div className={styles.standing}>
      <StatusBadge tone={tone}>{t(text)}</StatusBadge>
      {cause && <span className={styles.quiet}>{t(cause)}</span>}
      {!cause && charge.status === 'succeeded' && (
        <span className={styles.quiet}>
          <Bdi>{charge.paid_with}</Bdi>
        </span>
      )}
    </div>
  )
}
