import type { Language } from '#contract/core/language.ts'
import { isolated } from '#server/platform/isolated.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'

type Word = 'title' | 'campaign' | 'sheet'

const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  en: { title: 'Lead sheet: {campaign}', campaign: 'Campaign', sheet: 'Sheet' },
  ar: { title: 'جدول العملاء المحتملين: {campaign}', campaign: 'الحملة', sheet: 'الجدول' },
}

/** The email with the link to a campaign's sheet, in the recipient's language. */
export function sheetLinkText(campaign: string, url: string, language: Language): MailContent {
  const say = words[language]
  return {
    title: say.title.replace('{campaign}', () => isolated(campaign, language)),
    facts: [
      [say.campaign, campaign],
      [say.sheet, url],
    ],
  }
}
