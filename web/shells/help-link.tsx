import { useLocation } from '@tanstack/react-router'
import { IconHelpCircle } from '@tabler/icons-react'
import { useT } from '../i18n/texts.tsx'
import { PageLink } from './page-link.tsx'
import styles from './page-header.module.css'

/** "?" in a page's head: leads to the chapter about it. The handbook knows which one, so that pages load no list of them. */
export function HelpLink() {
  const t = useT()
  const page = useLocation({
    select: ({ pathname, search }) => {
      const { section } = search as { section?: string }
      return section === undefined ? pathname : `${pathname}?section=${section}`
    },
  })
  if (page.startsWith('/help')) return null
  return (
    <PageLink to="/help" search={{ page }} className={styles.help} aria-label={t('Help for this page')}>
      <IconHelpCircle size={18} stroke={1.75} aria-hidden />
    </PageLink>
  )
}
