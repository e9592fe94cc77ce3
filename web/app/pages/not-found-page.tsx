import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconMapOff } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import { useDocumentTitle } from '../../shells/document-title.ts'
import styles from './message-page.module.css'

/** An address that leads nowhere, or to something that is not this person's (both look the same). */
export function NotFoundPage() {
  const t = useT()
  useDocumentTitle(t('404 - Page Not Found'))
  return (
    <div className={styles.root}>
      <IconMapOff size={44} stroke={1.25} className={styles.sign} aria-hidden />
      <h1 className={styles.title}>{t('404 - Page Not Found')}</h1>
      <p className={styles.text}>{t("The page you are looking for doesn't exist or has been moved.")}</p>
      <Button component={Link} to="/">
        {t('Go to Homepage')}
      </Button>
    </div>
  )
}
