/** The languages the product speaks, and where the choice is kept. */
const LOCALES = ['en', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

const LOCALE_KEY = 'user-locale'
const ONE_YEAR_S = 31_536_000

const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale)
export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')

/** The user's own choice, else what the server put into the page, else English. */
export function chosenLocale(fromServer: unknown): Locale {
  const stored = globalThis.localStorage?.getItem(LOCALE_KEY)
  return isLocale(stored) ? stored : isLocale(fromServer) ? fromServer : 'en'
}

/** Kept in a cookie too, so that the server sends the prerendered page in this language next time. */
export function keepLocale(locale: Locale): void {
  localStorage.setItem(LOCALE_KEY, locale)
  document.cookie = `${LOCALE_KEY}=${locale}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`
}

/** Sets language and direction of the document; the style sheets and the router's links follow. */
export function applyLocale(locale: Locale): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}
