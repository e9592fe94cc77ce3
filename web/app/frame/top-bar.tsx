import { ActionIcon, Tooltip, useComputedColorScheme, useDirection, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconEyeX, IconLanguage, IconMenu2, IconMoon, IconSun, IconX } from '@tabler/icons-react'
import { useLingui } from '@lingui/react'
import { showsWayBack } from '#contract/access/guards/menus.ts'
import { saveLanguage } from '#contract/access/language.ts'
import { call } from '../../api/call.ts'
import { goBackFromView } from '../../api/request.ts'
import { directionOf } from '#contract/core/language.ts'
import { chooseLocale } from '../../i18n/prepare-locale.ts'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { useMe } from '../../session/me.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { MENU_ID } from './menu-id.ts'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './top-bar.module.css'

export function TopBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: (open: boolean) => void }) {
  const t = useT()
  const { name, logo_svg } = brand()
  return (
    <header className={styles.root}>
      <ActionIcon
        className={styles.menu}
        onClick={() => onMenu(!menuOpen)}
        aria-label={menuOpen ? t('Close menu') : t('Open menu')}
        aria-expanded={menuOpen}
        aria-controls={MENU_ID}
      >
        {menuOpen ? <IconX size={20} stroke={1.6} /> : <IconMenu2 size={20} stroke={1.6} />}
      </ActionIcon>
      <Link to="/" className={styles.brand} onClick={() => onMenu(false)}>
        <BrandMark name={name} logo_svg={logo_svg} />
        <bdi className={styles.name}>{name}</bdi>
      </Link>
      <div className={styles.tools}>
        <ViewAvatar />
        <ThemeToggle />
        <LanguageToggle />
        <ProfileMenu />
      </div>
    </header>
  )
}

/** Whose view it is; leads back to the agencies (R059). */
function ViewAvatar() {
  const t = useT()
  const me = useMe()
  if (!showsWayBack(me.standing)) return null
  const label = t('Back to the agency list')
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => void goBackFromView()}>
        <IconEyeX size={19} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

function ThemeToggle() {
  const t = useT()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const label = scheme === 'dark' ? t('Light theme') : t('Dark theme')
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}>
        {scheme === 'dark' ? <IconSun size={19} stroke={1.6} /> : <IconMoon size={19} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  )
}

function LanguageToggle() {
  const me = useMe()
  const { i18n } = useLingui()
  const { setDirection } = useDirection()
  const other = i18n.locale === 'ar' ? 'en' : 'ar'
  // Said in the language it leads to: whoever needs it cannot read the present one.
  const label = other === 'ar' ? 'العربية' : 'English'
  const turn = async (): Promise<void> => {
    await chooseLocale(other, 'everything')
    setDirection(directionOf(other))
    // For mails. The screen has turned already: when it cannot be kept, the next turn keeps it.
    if (!me.viewEndsAt) await call(saveLanguage, { body: { language: other } }).catch(() => null)
  }
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} lang={other} onClick={() => void turn()}>
        <IconLanguage size={19} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
