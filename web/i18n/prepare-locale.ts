import { applyLocale, chosenLocale, keepLocale, type Locale } from './locale.ts'
import { activateLocale, addMessages } from './texts.tsx'

type Extent = 'login' | 'everything'

/** Speaks a language. The login page is drawn after a few sentences, not after the whole catalogue. */
export async function loadLocale(locale: Locale, extent: Extent): Promise<void> {
  if (locale === 'ar' && extent === 'login') {
    const { messages, serverTexts } = await import('./ar/login.ts')
    addMessages(locale, { ...messages, ...serverTexts })
  } else if (locale === 'ar') {
    addMessages(locale, (await import('./arabic.ts')).messages)
  }
  activateLocale(locale)
}

/** Loads the chosen language and shows it. */
export async function prepareLocale(extent: Extent): Promise<void> {
  await switchLocale(chosenLocale(null), extent)
}

async function switchLocale(locale: Locale, extent: Extent): Promise<void> {
  await loadLocale(locale, extent)
  applyLocale(locale)
}

/** The user's choice, kept on this device. */
export async function chooseLocale(locale: Locale, extent: Extent): Promise<void> {
  await switchLocale(locale, extent)
  keepLocale(locale)
}
