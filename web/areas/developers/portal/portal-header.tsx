import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { PageHeader } from '../../../shells/page-header.tsx'
import styles from './portal.module.css'

const parts = [
  { to: '/developers', label: msg('Documentation') },
  { to: '/developers/requests', label: msg('Requests') },
  { to: '/developers/usage', label: msg('Usage') },
  // Webhooks belong to agencies (decision 64).
  { to: '/user/webhooks', label: msg('Developer webhooks'), side: 'agency' },
] as const

type PortalHeaderProps = { title: string; description: string; actions?: ReactNode }

/** The header of the developer pages, with links between them. */
export function PortalHeader({ title, description, actions }: PortalHeaderProps) {
  const t = useT()
  const me = useMe()
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <nav className={styles.parts} aria-label={t('Developer pages')}>
        {parts
          .filter((part) => !('side' in part) || part.side === me.side)
          .map(({ to, label }) => (
            <Link key={to} to={to} className={styles.part} activeOptions={{ exact: true, includeSearch: false }}>
              {t(label)}
            </Link>
          ))}
      </nav>
    </>
  )
}
