import { Link } from '@tanstack/react-router'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n/texts.tsx'
import { useDocumentTitle } from './document-title.ts'
import { HelpLink } from './help-link.tsx'
import { PageTabs, usePageTabs } from './page-tabs.tsx'
import { usePageTrail, type Crumb } from './page-trail.ts'
import styles from './page-header.module.css'

export type PageHeaderProps = {
  title: string
  /** The page's purpose or size, in one line. */
  description?: ReactNode
  /** A status next to the title. */
  badge?: ReactNode
  /** The name or address of the page above, where it depends on more than the path (`page-trail.ts`). */
  above?: Partial<Crumb>
  /** At most one filled button; the others are less prominent. */
  actions?: ReactNode
  /** Buttons in a separate row, because they would not fit next to the title. */
  links?: ReactNode
  /** Title in the browser tab, if different. */
  documentTitle?: string
}

/** The head of a page; a page that belongs to others has them as tabs above it. */
export function PageHeader({ title, description, badge, actions, links, documentTitle, above }: PageHeaderProps) {
  useDocumentTitle(documentTitle ?? title)
  const tabs = usePageTabs()
  return (
    <>
      {tabs.length > 0 && <PageTabs tabs={tabs} />}
      <header className={styles.root}>
        <div className={styles.words}>
          <Trail above={above} />
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

/** Where the page belongs: links to the pages above it. */
function Trail({ above }: Pick<PageHeaderProps, 'above'>) {
  const t = useT()
  const crumbs = usePageTrail(above)
  if (crumbs.length === 0) return null
  return (
    <nav aria-label={t('Breadcrumbs')}>
      <ol className={styles.trail}>
        {crumbs.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} className={styles.crumb}>
              {name}
            </Link>
            <IconChevronRight size={14} stroke={1.75} aria-hidden className={styles.chevron} />
          </li>
        ))}
      </ol>
    </nav>
  )
}
