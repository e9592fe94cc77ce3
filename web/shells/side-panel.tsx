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
  /** URL of the row's own page. */
  to: string
  /** Key of the row; a new one scrolls the panel to the top. */
  subject: string
  onClose: () => void
  children: ReactNode
}

/** Shows one row of a list in a panel at the end of the screen; the list stays usable next to it. */
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

/** Class that makes room for the panel on screens wide enough for both. */
export const besidePanel = styles.beside
