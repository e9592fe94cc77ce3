import { directionOf, isLanguage, languageKey, type Language } from '#contract/core/language.ts'

const ONE_YEAR_S = 31_536_000

/** The user's own choice, otherwise the language that the server put into the page, otherwise English. */
export function chosenLocale(fromServer: unknown): Language {
  const language = globalThis.localStorage?.getItem(languageKey)
  return isLanguage(language) ? language : isLanguage(fromServer) ? fromServer : 'en'
}

/** Also stored in a cookie, so that the server sends the prerendered page in this language next time. */
export function storeLocale(locale: Language): void {
  localStorage.setItem(languageKey, locale)
  document.cookie = `${languageKey}=${locale}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`
}

/**
 * Adopts the language chosen on another device, if none was chosen on this one. Returns whether the page must be
 * reloaded for it.
 */
export function followLanguage(ofAccount: Language | null): boolean {
  if (ofAccount === null || isLanguage(localStorage.getItem(languageKey)) || ofAccount === chosenLocale(null))
    return false
  storeLocale(ofAccount)
  return true
}

/** Sets the document's language and direction; style sheets and the router's links depend on them. */
export function applyLocale(locale: Language): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}
