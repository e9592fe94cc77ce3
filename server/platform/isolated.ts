import type { Language } from '#contract/core/language.ts'

/** Isolates a name, so that its script does not change the direction of the sentence (invisible Unicode isolates). */
export const isolate = (text: string, language: Language): string => (language === 'ar' ? `\u2068${text}\u2069` : text)
