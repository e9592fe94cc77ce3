import { I18nProvider } from '@lingui/react'
import { PublicFrame } from '../../areas/sign-in/public-frame.tsx'
import { i18n, useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import styles from './start-failure.module.css'

/**
 * Shown when the page's code does not load, or fails before its own error page can be shown. Part of the first chunk,
 * since nothing else can be relied on. Retry reloads everything (R170).
 */
export function StartFailure() {
  return (
    <I18nProvider i18n={i18n}>
      <Words />
    </I18nProvider>
  )
}

function Words() {
  const t = useT()
  const title = t('Something Went Wrong')
  return (
    <PublicFrame brand={brand()} title={title} extent="login">
      <div role="alert">
        <title>{`${title} · ${brand().name}`}</title>
        <p className={styles.text}>{t("We're sorry, an error occurred while loading the page.")}</p>
        <p className={styles.text}>{t('Please try again later or contact the administrator.')}</p>
      </div>
      <button type="button" className={styles.retry} onClick={() => location.reload()}>
        {t('Retry')}
      </button>
    </PublicFrame>
  )
}
