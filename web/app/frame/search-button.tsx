import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { lazyPart } from '../../start/lazy/lazy-part.ts'
import { searchedPages } from './searched-pages.ts'
import styles from './search-button.module.css'

const Palette = lazyPart(async () => (await import('../../areas/search/palette.tsx')).Palette)

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Global search, opened by its button or a keyboard shortcut from anywhere. */
export function SearchButton() {
  const t = useT()
  const me = useMe()
  const { module } = useModule()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // On keyboards without Latin letters, use the key's position.
      const isK = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === 'k' : event.code === 'KeyK'
      if (!isK || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // A modal dialog takes precedence: do not open the search over it.
      setOpen((before) => !before && !document.querySelector('[aria-modal="true"]'))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <UnstyledButton
        className={styles.root}
        aria-label={t('Search everything')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className={styles.word} aria-hidden="true">
          {t('Search')}
        </span>
        <kbd className={styles.key} aria-hidden="true" dir="ltr">
          {isApple() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <Palette pages={searchedPages(me, module, t)} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
