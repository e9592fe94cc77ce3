import type { Charge } from '#contract/billing/charges.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'
import { causeText, standingOf } from './charge-words.ts'

type ChargeStandingProps = {
  charge: Pick<Charge, 'status' | 'cause' | 'paid_with' | 'amount'>
  /** Date of the next attempt. */
  nextTryOn?: string | null
  /** Whether the payment was refunded. */
  refunded?: 'all' | 'part' | null
}

const refundedTexts = { all: msg('Refunded'), part: msg('Partly refunded') } as const

/** Status of a charge, with its payment method or the reason why it is unpaid. */
export function ChargeStanding({ charge, nextTryOn = null, refunded = null }: ChargeStandingProps) {
  const t = useT()
  const format = useFormat()
  const { tone, text } = standingOf(charge)
  const cause = causeText(charge.cause)
  return (
    <div className={styles.standing}>
      <StatusBadge tone={refunded ? 'info' : tone}>{t(refunded ? refundedTexts[refunded] : text)}</StatusBadge>
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
