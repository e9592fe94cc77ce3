import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import type { Hit } from '../../areas/search/matching.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { useMe, type Me } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { lazyPart } from '../../start/lazy/lazy-part.ts'
import { shownItemsOf } from './account-items.ts'
import { menuEntriesOf } from './menu.ts'
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

/** Every page in the user's menus; the current module's pages first. */
function searchedPages(me: Me, module: Module, t: Translate): Hit[] {
  const ofMenu = menuEntriesOf(me, module).map(({ entry: { to, icon, label }, place }): Hit => {
    if ('text' in label) return { key: to, to, icon, name: t(label.text), detail: place?.name }
    return { key: to, to, icon, name: label.name, detail: t('Campaigns') }
  })
  const ofAccount = shownItemsOf(me).flatMap((item): Hit[] =>
    'to' in item ? [{ key: item.to, to: item.to, icon: item.icon, name: t(item.label) }] : [],
  )
  return [...ofMenu, ...ofAccount.filter(({ to }) => !ofMenu.some((page) => page.to === to))]
}
