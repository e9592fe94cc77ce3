import type { Language } from '#contract/core/language.ts'

/** A name in the other script must not turn the sentence around it (Unicode's isolates; they cannot be seen). */
export const isolated = (text: string, language: Language): string => (language === 'ar' ? `\u2068${text}\u2069` : text)
