import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { menuOf, type MenuEntry } from './menu.ts'
import { MENU_ID } from './menu-id.ts'
import styles from './sidebar.module.css'

/** The main menu: always visible on wide screens, an overlay on narrow ones. */
export function Sidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const sections = menuOf(useMe(), useModule().module)
  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      onClose()
      document.querySelector<HTMLElement>(`[aria-controls="${MENU_ID}"]`)?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open, onClose])
  return (
    <>
      <div className={styles.cover} data-open={open || undefined} onClick={onClose} aria-hidden="true" />
      <nav id={MENU_ID} className={styles.root} data-open={open || undefined} aria-label={t('Main menu')}>
        {sections.map((section) => (
          <div
            key={section.title}
            className={styles.section}
            role="group"
            aria-label={t(section.title)}
            data-tour={section.tour}
          >
            <p className={styles.title} aria-hidden="true">
              {t(section.title)}
            </p>
            {section.entries.map((entry) => (
              <Entry key={entry.to} entry={entry} onClick={onClose} />
            ))}
          </div>
        ))}
      </nav>
    </>
  )
}

function Entry({ entry, onClick }: { entry: MenuEntry; onClick: () => void }) {
  const t = useT()
  const { icon: EntryIcon, label, to, Count } = entry
  return (
    <Link to={to} className={styles.entry} onClick={onClick} activeOptions={{ exact: false, includeSearch: false }}>
      <EntryIcon size={19} stroke={1.6} className={styles.icon} aria-hidden />
      <bdi className={styles.label}>{'name' in label ? label.name : t(label.text)}</bdi>
      {Count && (
        <Suspense>
          <Count />
        </Suspense>
      )}
    </Link>
  )
}
