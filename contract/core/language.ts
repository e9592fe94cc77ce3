/** The languages the product speaks, on screens and in mails; English where nothing else was chosen (D1 §9). */
export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Where a browser keeps its choice: the key in its local storage, and the cookie that tells the server. */
export const languageKey = 'user-locale'
