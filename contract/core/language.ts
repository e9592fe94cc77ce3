/** The product's languages, on screens and in emails; English is the default (D1 §9). */
export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Where a browser stores its choice: the local storage key, and the name of the cookie for the server. */
export const languageKey = 'user-locale'
