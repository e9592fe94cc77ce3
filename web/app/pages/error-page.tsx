import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallFailure } from '../../api/failure.ts'
import { useT } from '../../i18n/texts.tsx'
import { useDocumentTitle } from '../../shells/document-title.ts'
import { MessagePage } from '../../shells/message-page.tsx'
import styles from '../../shells/message-page.module.css'
import { useShellRemoved } from '../../start/remove-shell.ts'
import { retryDelay_ms } from './retry-delay.ts'

/** Shown when a page fails to load or render (specification 8). Retry reloads it, with new code after an update. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const t = useT()
  useDocumentTitle(t('Something Went Wrong'))
  useShellRemoved()
  const isCall = error instanceof CallFailure
  useEffect(() => {
    const wait_ms = retryDelay_ms(error)
    if (wait_ms === null) return
    const timer = setTimeout(() => location.reload(), wait_ms)
    return () => clearTimeout(timer)
  }, [error])
  return (
    <MessagePage alert>
      <h1 className={styles.title}>{t('Something Went Wrong')}</h1>
      <p className={styles.text}>
        {t("We're sorry, an error occurred while loading the page.")}
        <br />
        {isCall ? error.message : t('Please try again later or contact the administrator.')}
      </p>
      {isCall && error.requestId && (
        <p className={styles.request}>
          {t('Request')} <bdi>{error.requestId}</bdi>
        </p>
      )}
      <Button onClick={() => location.reload()}>{t('Retry')}</Button>
    </MessagePage>
  )
}
