import type { Comparison } from '#contract/reports/comparison.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { changeOf, pointsBetween, textOfChange } from './change.ts'
import styles from './figures.module.css'

type ChangeBadgeProps = {
  comparison: Comparison
  /** The figure in the days that are compared, and in those before. */
  now: number
  before: number
  /** Which direction is good news, if any. */
  goodWhen: 'more' | 'less' | 'neither'
  /** Rates are compared in percentage points: their relative change would be a percentage of a percentage. */
  isRate?: boolean
}

/** A figure's change from the previous period; "New" if there was nothing before, or nobody counted yet. */
export function ChangeBadge({ comparison, now, before, goodWhen, isRate = false }: ChangeBadgeProps) {
  const t = useT()
  const format = useFormat()
  if (comparison === 'none') return null
  const change = comparison === 'new' ? null : isRate ? pointsBetween(now, before) : changeOf(now, before)
  if (change === null)
    return now > 0 && (comparison === 'new' || before === 0) ? <span className={styles.change}>{t('New')}</span> : null
  const way = change > 0 ? 'more' : 'less'
  const tone = change === 0 || goodWhen === 'neither' ? undefined : way === goodWhen ? 'good' : 'bad'
  return (
    <span className={styles.change} data-tone={tone} dir="ltr">
      {isRate ? t('{points} pts', { points: isolate(format.points(change)) }) : textOfChange(change, format.change)}
    </span>
  )
}
