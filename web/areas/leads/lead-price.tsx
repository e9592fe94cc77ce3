import type { LeadRow } from '#contract/leads/lead.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import styles from './lead-price.module.css'

type Priced = Pick<LeadRow, 'retail_price' | 'credit'>

const e4Of = (dollars: number): number => Math.round(dollars * 10_000)

/** What a lead costs: its price, struck and followed by what is left of it once something was credited. */
export function LeadPrice({ lead: { retail_price, credit } }: { lead: Priced }) {
  const t = useT()
  const format = useFormat()
  const price = format.price(e4Of(retail_price))
  if (!credit) return price
  const now = format.price(e4Of(retail_price) - e4Of(credit.retail))
  const amounts = { amount: isolate(format.price(e4Of(credit.retail))), now: isolate(now) }
  return (
    <span className={styles.price} title={t('Credited {amount}, costs {now} now', amounts)}>
      <del>
        <bdi>{price}</bdi>
      </del>{' '}
      <ins>
        <bdi>{now}</bdi>
      </ins>
    </span>
  )
}

/** Marks a lead that was returned, or credited for another reason. */
export function CreditBadge({ lead: { credit } }: { lead: Priced }) {
  const t = useT()
  if (!credit) return null
  return <StatusBadge tone="warn">{credit.cause === 'return' ? t('Returned lead') : t('Credited')}</StatusBadge>
}

/** What was credited for a lead and what it costs now, in words. */
export function CreditNote({ lead: { retail_price, credit } }: { lead: Priced }) {
  const t = useT()
  const format = useFormat()
  if (!credit) return null
  const cost = e4Of(retail_price) - e4Of(credit.retail)
  return (
    <p className={styles.note}>
      {t('Credited {amount}, costs {now} now', {
        amount: isolate(format.price(e4Of(credit.retail))),
        now: isolate(format.price(cost)),
      })}
    </p>
  )
}
