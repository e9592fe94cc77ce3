import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconEyeX, IconLanguage, IconMenu2, IconMoon, IconSun, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { showsWayBack } from '#contract/guards/menus.ts'
import { goBackFromView } from '../../api/request.ts'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { useMe } from '../../session/me.ts'
import { loadLazyParts, useLazyParts } from '../../start/lazy/lazy-parts.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Initials } from '../../ui/initials.tsx'
import { AccountButton } from './account-button.tsx'
import type { AccountDialogName } from './account-dialog-names.ts'
import { AccountDialog } from './account-dialogs.tsx'
import { shownItemsOf } from './account-items.ts'
import { LazyTooltip } from './lazy-tooltip.tsx'
import { MENU_ID } from './menu-id.ts'
import { SearchButton } from './search-button.tsx'
import styles from './top-bar.module.css'
import { useLanguageSwitch, useThemeSwitch } from './use-looks.ts'

export function TopBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: (open: boolean) => void }) {
  const t = useT()
  const { name, logo_svg } = brand()
  const [dialog, setDialog] = useState<AccountDialogName | null>(null)
  const close = useCallback(() => setDialog(null), [])
  return (
    <header className={styles.root}>
      <ActionIcon
        className={styles.menu}
        onClick={() => onMenu(!menuOpen)}
        aria-label={menuOpen ? t('Close menu') : t('Open menu')}
        aria-expanded={menuOpen}
        aria-controls={MENU_ID}
        data-tour="menu-button"
      >
        {menuOpen ? <IconX size={20} stroke={1.6} /> : <IconMenu2 size={20} stroke={1.6} />}
      </ActionIcon>
      <Link to="/" className={styles.brand} onClick={() => onMenu(false)}>
        <BrandMark name={name} logo_svg={logo_svg} />
        <bdi className={styles.name}>{name}</bdi>
      </Link>
      <div className={styles.tools}>
        <ViewAvatar />
        <SearchButton onOpen={setDialog} />
        <div className={styles.looks} data-tour="looks">
          <ThemeToggle />
          <LanguageToggle />
        </div>
        <AccountTools onOpen={setDialog} />
        <ProfileMenu onOpen={setDialog} />
      </div>
      <AccountDialog name={dialog} onClose={close} />
    </header>
  )
}

/** Whose account is being viewed; returns to the viewer's own account (R059). */
function ViewAvatar() {
  const t = useT()
  const me = useMe()
  if (!showsWayBack(me.access)) return null
  const label = t('Leave view mode')
  return (
    <LazyTooltip label={label}>
      <UnstyledButton className={styles.viewed} aria-label={label} onClick={() => void goBackFromView()}>
        <Initials name={me.companyName} size="sm" round />
        <IconEyeX size={15} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </LazyTooltip>
  )
}

/** Shortcuts to account items on wide screens; narrow screens have them only in the profile dropdown (R059). */
function AccountTools({ onOpen }: { onOpen: (dialog: AccountDialogName) => void }) {
  const t = useT()
  const items = shownItemsOf(useMe())
  return ['password', 'twoFactor'].map((name) => {
    const item = items.find((one) => 'dialog' in one && one.dialog === name)
    if (!item || !('dialog' in item)) return null
    const { icon: Icon, label, dialog } = item
    return (
      <LazyTooltip key={name} label={t(label)}>
        <ActionIcon className={styles.roomy} aria-label={t(label)} onClick={() => onOpen(dialog)}>
          <Icon size={19} stroke={1.6} />
        </ActionIcon>
      </LazyTooltip>
    )
  })
}

function ThemeToggle() {
  const { other, label, turn } = useThemeSwitch()
  return (
    <LazyTooltip label={label}>
      <ActionIcon aria-label={label} onClick={turn}>
        {other === 'light' ? <IconSun size={19} stroke={1.6} /> : <IconMoon size={19} stroke={1.6} />}
      </ActionIcon>
    </LazyTooltip>
  )
}

function LanguageToggle() {
  const { other, label, turn } = useLanguageSwitch()
  return (
    <LazyTooltip label={label}>
      <ActionIcon aria-label={label} lang={other} onClick={() => void turn()}>
        <IconLanguage size={19} stroke={1.6} />
      </ActionIcon>
    </LazyTooltip>
  )
}

/** Profile button, shown at once; its dropdown loads when the first page has settled or the button is pressed. */
function ProfileMenu({ onOpen }: { onOpen: (dialog: AccountDialogName) => void }) {
  const lazyParts = useLazyParts()
  const [isWanted, setWanted] = useState(false)
  const [isFocused, setFocused] = useState(false)
  if (lazyParts) return <lazyParts.AccountMenu onOpen={onOpen} opened={isWanted} focused={isFocused} />
  const want = (): void => {
    setWanted(true)
    loadLazyParts().catch(() => setWanted(false))
  }
  return (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isWanted}
      onClick={want}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  )
}
