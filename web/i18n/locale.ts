import { directionOf, isLanguage, languageKey, type Language } from '#contract/core/language.ts'

const ONE_YEAR_S = 31_536_000

/** The user's own choice, else what the server put into the page, else English. */
export function chosenLocale(fromServer: unknown): Language {
  const stored = globalThis.localStorage?.getItem(languageKey)
  return isLanguage(stored) ? stored : isLanguage(fromServer) ? fromServer : 'en'
}

/** Kept in a cookie too, so that the server sends the prerendered page in this language next time. */
export function keepLocale(locale: Language): void {
  localStorage.setItem(languageKey, locale)
  document.cookie = `${languageKey}=${locale}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`
}

/**
 * Adopts the language that somebody chose on another device, if none was chosen on this one. Returns whether the page has to
 * be reloaded for it.
 */
export function followLanguage(ofAccount: Language | null): boolean {
  if (ofAccount === null || isLanguage(localStorage.getItem(languageKey)) || ofAccount === chosenLocale(null))
    return false
  keepLocale(ofAccount)
  return true
}

/** Sets language and direction of the document; the style sheets and the router's links follow. */
export function applyLocale(locale: Language): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}
