import type { Charge } from '#contract/billing/charges.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'
import { causeText, refundedOf, refundedTexts, standingOf } from './charge-words.ts'
import { refundStates } from './refund-words.ts'

type ChargeStandingProps = {
  charge: Pick<Charge, 'status' | 'cause' | 'paid_with' | 'amount'>
  /** Date of the next attempt. */
  nextTryOn?: string | null
  /** Dollars of the payment that were refunded. */
  refunded?: number
  /** What became of a refund that is not, or not yet, among them. */
  refundState?: Charge['refund_state']
}

/** Status of a charge, with its payment method or the reason why it is unpaid. */
export function ChargeStanding({ charge, nextTryOn = null, refunded = 0, refundState = null }: ChargeStandingProps) {
  const t = useT()
  const format = useFormat()
  const { tone, text } = standingOf(charge)
  const cause = causeText(charge.cause)
  const part = refundedOf({ refunded, amount: charge.amount })
  return (
    <div className={styles.standing}>
      <StatusBadge tone={part ? 'info' : tone}>{t(part ? refundedTexts[part] : text)}</StatusBadge>
      {part === 'part' && (
        <span className={styles.quiet}>
          {t('{amount} refunded', { amount: isolate(format.money(Math.round(refunded * 100))) })}
        </span>
      )}
      {refundState && (
        <span className={styles.quiet}>
          {refundState === 'sent' ? `${t('Refund')} · ${t(refundStates.sent.text)}` : t(refundStates.failed.text)}
        </span>
      )}
      {cause && <span className={styles.quiet}>{t(cause)}</span>}
      {nextTryOn !== null && (
        <span className={styles.quiet}>{t('Next attempt on {date}.', { date: format.date(nextTryOn) })}</span>
      )}
      {!cause && charge.status === 'succeeded' && (
        <span className={styles.quiet}>
          <Bdi>{charge.paid_with}</Bdi>
        </span>
      )}
    </div>
  )
}
