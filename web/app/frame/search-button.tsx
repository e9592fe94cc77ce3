import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { lazyPart } from '../../start/lazy/lazy-part.ts'
import { isApple } from '../../ui/is-apple.ts'
import { isTyping } from '../../ui/is-typing.ts'
import type { OverlayName } from '../palette/overlay-name.ts'
import type { AccountDialogName } from './account-dialog-names.ts'
import styles from './search-button.module.css'

const Overlay = lazyPart(async () => (await import('../palette/overlay.tsx')).Overlay)

/** What a key opens over any page; undefined for any other key. */
function overlayOf(event: KeyboardEvent): OverlayName | undefined {
  if (event.altKey) return undefined
  const isControl = event.ctrlKey || event.metaKey
  // On keyboards without Latin letters, use the key's position.
  const isK = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === 'k' : event.code === 'KeyK'
  if (isK && isControl && !event.shiftKey) return 'search'
  const isQuestion = event.key === '?' || event.key === '؟'
  return isQuestion && !isControl && !isTyping(event.target) ? 'shortcuts' : undefined
}

/** Global search, opened by its button or a keyboard shortcut from anywhere, and what else keys open over any page. */
export function SearchButton({ onOpen }: { onOpen: (dialog: AccountDialogName) => void }) {
  const t = useT()
  const [overlay, setOverlay] = useState<OverlayName | null>(null)
  const close = useCallback(() => setOverlay(null), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const name = overlayOf(event)
      if (!name) return
      event.preventDefault()
      // A modal dialog takes precedence: do not open anything over it.
      setOverlay((before) => (before || document.querySelector('[aria-modal="true"]') ? null : name))
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
        onClick={() => setOverlay('search')}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className={styles.word} aria-hidden="true">
          {t('Search')}
        </span>
        <kbd className={styles.key} aria-hidden="true" dir="ltr">
          {isApple() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      {overlay && (
        <Suspense>
          <Overlay name={overlay} onClose={close} onOverlay={setOverlay} onDialog={onOpen} />
        </Suspense>
      )}
    </>
  )
}
