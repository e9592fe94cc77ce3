import type { Language } from '#contract/core/language.ts'

const formatOf = (language: Language): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
const formats = { en: formatOf('en'), ar: formatOf('ar') } as const satisfies Record<Language, Intl.DateTimeFormat>

/** A date (YYYY-MM-DD) as shown in mails and documents: "November 19, 2026". Data for software keeps ISO dates. */
export const showDate = (date: string, language: Language): string =>
  formats[language].format(new Date(`${date}T00:00:00Z`))
