import type { Definition } from '#contract/audiences/definition.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import styles from './audiences.module.css'
import { describeCondition } from './condition-words.ts'

/** Conditions as chips: what people have to meet, and what they must not. */
export function ConditionChips({ definition: { include, exclude } }: { definition: Definition }) {
  const t = useT()
  const format = useFormat()
  const chips = (conditions: Definition['include']['conditions'], isExcluded: boolean) =>
    conditions.map((condition, at) => {
      const words = describeCondition(condition, t, format)
      return (
        <span key={`${at} ${words}`} className={styles.chip} data-excluded={isExcluded || undefined}>
          {isExcluded ? t('not: {words}', { words }) : words}
        </span>
      )
    })
  return (
    <span className={styles.chips}>
      {include.conditions.length === 0 && <span className={styles.chip}>{t('Everybody')}</span>}
      {include.match === 'any' && include.conditions.length > 1 && <span className={styles.muted}>{t('any of')}</span>}
      {chips(include.conditions, false)}
      {chips(exclude.conditions, true)}
    </span>
  )
}
