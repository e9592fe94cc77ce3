import { Link } from '@tanstack/react-router'
import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDocumentTitle } from './document-title.ts'
import { HelpLink } from './help-link.tsx'
import { PageTabs, usePageTabs } from './page-tabs.tsx'
import styles from './page-header.module.css'

export type PageHeaderProps = {
  title: string
  /** The page's purpose or size, in one line. */
  description?: ReactNode
  /** A status next to the title. */
  badge?: ReactNode
  /** The parent page. */
  back?: { to: string; label: string }
  /** At most one filled button; the others are less prominent. */
  actions?: ReactNode
  /** Buttons in a separate row, because they would not fit next to the title. */
  links?: ReactNode
  /** Title in the browser tab, if different. */
  documentTitle?: string
}

/** The head of a page; a page that belongs to others has them as tabs above it. */
export function PageHeader({ title, description, badge, back, actions, links, documentTitle }: PageHeaderProps) {
  useDocumentTitle(documentTitle ?? title)
  const tabs = usePageTabs()
  return (
    <>
      {tabs.length > 0 && <PageTabs tabs={tabs} />}
      <header className={styles.root}>
        <div className={styles.words}>
          {back && (
            <Link to={back.to} className={styles.back}>
              <IconChevronLeft size={15} stroke={1.75} aria-hidden className={styles.chevron} />
              {back.label}
            </Link>
          )}
          <div className={styles.line}>
            <h1 className={styles.title}>
              <bdi>{title}</bdi>
            </h1>
            {badge}
            <HelpLink />
          </div>
          {description && <div className={styles.description}>{description}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {links && <div className={styles.links}>{links}</div>}
      </header>
    </>
  )
}
