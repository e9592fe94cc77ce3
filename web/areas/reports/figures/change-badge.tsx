import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { changeOf, textOfChange } from './change.ts'
import styles from './figures.module.css'

/** A figure's change from the previous period. `goodWhen`: which direction is good news, if any. */
export function ChangeBadge({
  now,
  before,
  goodWhen,
}: {
  now: number
  before: number
  goodWhen: 'more' | 'less' | 'neither'
}) {
  const t = useT()
  const format = useFormat()
  const change = changeOf(now, before)
  if (change === null) return now > 0 && before === 0 ? <span className={styles.change}>{t('New')}</span> : null
  const way = change > 0 ? 'more' : 'less'
  const tone = change === 0 || goodWhen === 'neither' ? undefined : way === goodWhen ? 'good' : 'bad'
  return (
    <span className={styles.change} data-tone={tone} dir="ltr">
      {textOfChange(change, format.change)}
    </span>
  )
}
