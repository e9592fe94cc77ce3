import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { chooseLocale, type Extent } from '../../i18n/prepare-locale.ts'
import { useT } from '../../i18n/texts.tsx'
import { colorSchemeManager, currentScheme } from '../../ui/theme/color-scheme.ts'
import styles from './device-choices.module.css'

/** Language and theme, which are stored per device and can be chosen before signing in. */
export function DeviceChoices({ extent }: { extent: Extent }) {
  const t = useT()
  const { i18n } = useLingui()
  const [scheme, setScheme] = useState(() => (typeof document === 'undefined' ? 'light' : currentScheme()))
  const other = i18n.locale === 'ar' ? 'en' : 'ar'
  const turn = (): void => {
    const next = scheme === 'dark' ? 'light' : 'dark'
    colorSchemeManager().set(next)
    document.documentElement.dataset['mantineColorScheme'] = next
    setScheme(next)
  }
  return (
    <div className={styles.root}>
      <button type="button" lang={other} className={styles.choice} onClick={() => void chooseLocale(other, extent)}>
        {other === 'ar' ? 'العربية' : 'English'}
      </button>
      <span className={styles.dot} aria-hidden="true" />
      <button type="button" className={styles.choice} onClick={turn}>
        {scheme === 'dark' ? t('Light theme') : t('Dark theme')}
      </button>
    </div>
  )
}
