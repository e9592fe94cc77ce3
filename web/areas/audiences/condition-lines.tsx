import type { Definition } from '#contract/audiences/definition.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import styles from './audiences.module.css'
import { describeCondition } from './condition-words.ts'

/** Summarizes an audience: the conditions people must meet, and those they must not. */
export function ConditionLines({ definition: { include, exclude } }: { definition: Definition }) {
  const t = useT()
  const format = useFormat()
  const met = include.conditions.map((condition) => describeCondition(condition, t, format))
  const unmet = exclude.conditions.map((condition) =>
    t('not: {words}', { words: describeCondition(condition, t, format) }),
  )
  const anyOf = include.match === 'any' && met.length > 1 ? `${t('any of')} ` : ''
  return (
    <bdi>
      {met.length === 0 ? t('Everyone') : anyOf + met.join(' · ')}
      {unmet.length > 0 && <span className={styles.muted}> · {unmet.join(' · ')}</span>}
    </bdi>
  )
}
