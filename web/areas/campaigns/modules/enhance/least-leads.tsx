import { readEnhanceMinimum } from '#contract/branding/enhance-minimum.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/texts.tsx'
import styles from '../../setup/setup.module.css'

/** The lowest lead limit allowed (C102). */
export function LeastLeads() {
  const t = useT()
  const format = useFormat()
  const minimum = useCall(readEnhanceMinimum, {}).data?.data.enhanceMinimum
  if (minimum === undefined) return null
  return (
    <p className={styles.hint}>
      {t('The limit must be at least {minimum} leads a day.', { minimum: format.number(minimum) })}
    </p>
  )
}
