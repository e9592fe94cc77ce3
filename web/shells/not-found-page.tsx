import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconMapOff } from '@tabler/icons-react'
import { useT } from '../i18n/texts.tsx'
import { useDocumentTitle } from './document-title.ts'
import { MessagePage } from './message-page.tsx'
import styles from './message-page.module.css'

/** Page for an unknown URL. If an access check denies the page, the older text is shown (OQ-56). */
export function NotFoundPage({ absent }: { absent: 'unknown' | 'refused' }) {
  const t = useT()
  useDocumentTitle(t('404 - Page Not Found'))
  return (
    <MessagePage>
      <IconMapOff size={44} stroke={1.25} className={styles.sign} aria-hidden />
      <h1 className={styles.title}>{t('404 - Page Not Found')}</h1>
      <p className={styles.text}>
        {absent === 'refused'
          ? t('The page you requested could not be found.')
          : t("The page you are looking for doesn't exist or has been moved.")}
      </p>
      <Button component={Link} to="/">
        {t('Go to Homepage')}
      </Button>
    </MessagePage>
  )
}
