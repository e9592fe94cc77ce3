import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { MailLink } from '../../ui/contact-links.tsx'
import styles from './help.module.css'

/** Whom to ask when the handbook does not help: the brand's support page, or the person it names. */
export function SupportLine() {
  const t = useT()
  const { supportUrl, supportContact } = useMe()
  if (!supportUrl && !supportContact) return null
  return (
    <p className={styles.support}>
      {t('Not answered here?')}{' '}
      {supportUrl ? (
        <a href={supportUrl} target="_blank" rel="noopener noreferrer" className={styles.link}>
          {t('Ask support')}
        </a>
      ) : (
        <MailLink email={supportContact!.email} />
      )}
    </p>
  )
}
