import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useT } from '../i18n/texts.tsx'
import { PageLink } from './page-link.tsx'
import styles from './side-panel.module.css'

type SidePanelProps = {
  title: string
  badge?: ReactNode
  description?: ReactNode
  /** The page of what is shown. */
  to: string
  /** Another one begins at its top. */
  subject: string
  onClose: () => void
  children: ReactNode
}

/** Shows one row of a list beside it, at the end of the screen: the list stays where it is, and usable. */
export function SidePanel({ title, badge, description, to, subject, onClose, children }: SidePanelProps) {
  const t = useT()
  const heading = useId()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.focus({ preventScroll: true }), [])
  useEffect(() => root.current?.scrollTo({ top: 0 }), [subject])
  return (
    <div ref={root} role="dialog" aria-labelledby={heading} tabIndex={-1} data-side-panel className={styles.root}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={heading} className={styles.title} aria-live="polite">
            <bdi>{title}</bdi>
          </h2>
          {badge}
        </div>
        <Button component={PageLink} to={to} variant="default" size="xs">
          {t('Open page')}
        </Button>
        <ActionIcon aria-label={t('Close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** What makes room for the panel where the screen is wide enough for both. */
export const besidePanel = styles.beside
