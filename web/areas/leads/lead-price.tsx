import type { LeadRow } from '#contract/leads/lead.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import styles from './lead-price.module.css'

type Priced = Pick<LeadRow, 'retail_price' | 'credit'>

const e4Of = (dollars: number): number => Math.round(dollars * 10_000)

/** A lead's price, and once something was credited for it, what it costs now. */
function usePrice({ retail_price, credit }: Priced) {
  const t = useT()
  const format = useFormat()
  const price = format.price(e4Of(retail_price))
  if (!credit) return { price, now: null, words: undefined }
  const now = format.price(e4Of(retail_price) - e4Of(credit.retail))
  const amount = isolate(format.price(e4Of(credit.retail)))
  return { price, now, words: t('Credited {amount}, costs {now} now', { amount, now: isolate(now) }) }
}

/** What a lead costs: its price, struck and followed by what is left of it once something was credited. */
export function LeadPrice({ lead }: { lead: Priced }) {
  const { price, now, words } = usePrice(lead)
  if (now === null) return price
  return (
    <span className={styles.price} title={words}>
      <del>
        <bdi>{price}</bdi>
      </del>{' '}
      <bdi>{now}</bdi>
    </span>
  )
}

/** The same one above the other, for the narrow column of a list. */
export function LeadPriceCell({ lead }: { lead: Priced }) {
  const { price, now, words } = usePrice(lead)
  if (now === null) return price
  return (
    <span title={words}>
      <Lines detail={<del>{price}</del>}>{now}</Lines>
    </span>
  )
}

/** What was credited for a lead and what it costs now, in words. */
export function CreditNote({ lead }: { lead: Priced }) {
  const { words } = usePrice(lead)
  return words === undefined ? null : <p className={styles.note}>{words}</p>
}

const creditText = ({ cause }: NonNullable<LeadRow['credit']>): Text =>
  cause === 'return' ? msg('Returned lead') : msg('Credited')

/** Marks a lead that was returned, or credited for another reason. */
export function CreditBadge({ lead: { credit } }: { lead: Priced }) {
  const t = useT()
  return credit && <StatusBadge tone="warn">{t(creditText(credit))}</StatusBadge>
}

/** The same in a line of text, where a badge would leave the name no room. */
export function CreditMark({ lead: { credit } }: { lead: Priced }) {
  const t = useT()
  return credit && <span className={styles.mark}>{t(creditText(credit))}</span>
}
