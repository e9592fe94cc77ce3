import { payoutCauseOf, type Payout } from '#contract/payments/payouts.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { amountIn, payoutStates } from './payout-words.ts'
import styles from './payouts.module.css'

export function PayoutBadge({ state }: { state: Payout['state'] }) {
  const t = useT()
  const { tone, text } = payoutStates[state]
  return <StatusBadge tone={tone}>{t(text)}</StatusBadge>
}

/** A payout's status, and why it was returned. */
export function PayoutStanding({ payout }: { payout: Payout }) {
  const t = useT()
  return (
    <span className={styles.standing}>
      <PayoutBadge state={payout.state} />
      {payout.state === 'failed' && <span className={styles.muted}>{t(payoutCauseOf(payout.cause))}</span>}
    </span>
  )
}

export function AmountIn({ of, currency }: { of: number; currency: string }) {
  const format = useFormat()
  return <span className={styles.amount}>{amountIn(format, of, currency)}</span>
}
