import type { Language } from '#contract/core/language.ts'
import { applyLocale, chosenLocale, storeLocale } from './locale.ts'
import { activateLocale, addMessages } from './texts.tsx'

/** `public`: the public pages other than the login, and the panels of the login page. */
export type Extent = 'login' | 'public' | 'everything'

/** Loads a language. The login page loads only a few texts, so that it renders before the whole catalog is loaded. */
export async function loadLocale(locale: Language, extent: Extent): Promise<void> {
  if (locale === 'ar' && extent !== 'everything') {
    const parts = await Promise.all([
      import('../../i18n/ar/login.ts'),
      import('../../i18n/ar/sentences.ts'),
      extent === 'public' && import('../../i18n/ar/public.ts'),
    ])
    for (const part of parts) if (part) addMessages(locale, part.messages)
  } else if (locale === 'ar') {
    addMessages(locale, (await import('./arabic.ts')).messages)
  }
  activateLocale(locale)
}

/** Loads the chosen language and applies it. */
export async function prepareLocale(extent: Extent): Promise<void> {
  await switchLocale(chosenLocale(null), extent)
}

async function switchLocale(locale: Language, extent: Extent): Promise<void> {
  await loadLocale(locale, extent)
  applyLocale(locale)
}

/** Switches to the language that the user chose and stores the choice on this device. */
export async function chooseLocale(locale: Language, extent: Extent): Promise<void> {
  await switchLocale(locale, extent)
  storeLocale(locale)
}
