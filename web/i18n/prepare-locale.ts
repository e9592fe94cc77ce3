import { applyLocale, chosenLocale, keepLocale, type Locale } from './locale.ts'
import { activateLocale, addMessages } from './texts.tsx'

type Extent = 'login' | 'everything'

/** The login page is drawn after a few sentences, not after the whole catalogue. */
async function load(locale: Locale, extent: Extent): Promise<void> {
  if (locale === 'en') return
  if (extent === 'login') {
    const { messages, serverTexts } = await import('./ar/login.ts')
    addMessages(locale, { ...messages, ...serverTexts })
  } else {
    addMessages(locale, (await import('./arabic.ts')).messages)
  }
}

/** Loads the chosen language and shows it. */
export async function prepareLocale(extent: Extent): Promise<void> {
  await switchLocale(chosenLocale(null), extent)
}

async function switchLocale(locale: Locale, extent: Extent): Promise<void> {
  await load(locale, extent)
  activateLocale(locale)
  applyLocale(locale)
}

/** The user's choice, kept on this device. */
export async function chooseLocale(locale: Locale, extent: Extent): Promise<void> {
  await switchLocale(locale, extent)
  keepLocale(locale)
}
