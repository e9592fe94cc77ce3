import { useLingui } from '@lingui/react'
import { useComputedColorScheme, useDirection, useMantineColorScheme } from '@mantine/core'
import { directionOf, type Language } from '#contract/core/language.ts'
import { saveLanguage } from '#contract/sign-in/language.ts'
import { call } from '../../api/call.ts'
import { chooseLocale } from '../../i18n/prepare-locale.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'

/** The theme that is not shown, its name, and the switch to it. */
export function useThemeSwitch(): { other: 'light' | 'dark'; label: string; turn: () => void } {
  const t = useT()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = scheme === 'dark' ? 'light' : 'dark'
  return { other, label: other === 'light' ? t('Light theme') : t('Dark theme'), turn: () => setColorScheme(other) }
}

/** The language that is not shown, its name, and the switch to it. */
export function useLanguageSwitch(): { other: Language; label: string; turn: () => Promise<void> } {
  const me = useMe()
  const { i18n } = useLingui()
  const { setDirection } = useDirection()
  const other = i18n.locale === 'ar' ? 'en' : 'ar'
  // Labeled in the target language, because people who need it may not read the current one.
  const label = other === 'ar' ? 'العربية' : 'English'
  const turn = async (): Promise<void> => {
    await chooseLocale(other, 'everything')
    setDirection(directionOf(other))
    // Saves the language for emails. The screen has already switched; if saving fails, the next switch saves it.
    if (!me.viewEndsAt) await call(saveLanguage, { body: { language: other } }).catch(() => null)
  }
  return { other, label, turn }
}
