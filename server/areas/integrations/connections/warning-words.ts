import { causesInArabic, causeTexts, type Cause } from '#contract/integrations/causes.ts'
import type { Language } from '#contract/core/language.ts'
import { isolated } from '#server/platform/isolated.ts'

type Word = 'fails' | 'off' | 'campaign' | 'destination' | 'cause' | 'whatToDo' | 'putRight' | 'putRightAndOn'

/** The texts of a destination warning, apart from names and addresses. */
const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  en: {
    fails: 'Delivery fails: {campaign}',
    off: 'Delivery turned off: {campaign}',
    campaign: 'Campaign',
    destination: 'Destination',
    cause: 'Cause',
    whatToDo: 'What to do',
    putRight: 'Leads are kept and retried automatically. Fix the cause to get them right away.',
    putRightAndOn: 'Leads are kept. Fix the cause, then turn the destination on: what was missed is sent.',
  },
  ar: {
    fails: 'التسليم يُخفق: {campaign}',
    off: 'أُوقف التسليم: {campaign}',
    campaign: 'الحملة',
    destination: 'الوجهة',
    cause: 'السبب',
    whatToDo: 'ما العمل',
    putRight: 'يُحفظ العملاء المحتملون وتُعاد محاولة إرسالهم تلقائيًا. أصلح السبب ليصلوا فورًا.',
    putRightAndOn: 'يُحفظ العملاء المحتملون. أصلح السبب ثم شغّل الوجهة: يُرسل ما فات.',
  },
}

export interface Warning {
  campaign: string
  /** The destination's description in each language. */
  destination: Readonly<Record<Language, string>>
  cause: Cause | null
  isOff: boolean
}

/** The title and facts of the email, in the recipient's language. */
export function warningText(warning: Warning, language: Language): { title: string; facts: [string, string][] } {
  const say = words[language]
  const { campaign, destination, cause, isOff } = warning
  const causes = language === 'ar' ? causesInArabic : causeTexts
  return {
    title: (isOff ? say.off : say.fails).replace('{campaign}', () => isolated(campaign, language)),
    facts: [
      [say.campaign, campaign],
      [say.destination, destination[language]],
      [say.cause, cause === null ? '' : causes[cause]],
      [say.whatToDo, isOff ? say.putRightAndOn : say.putRight],
    ],
  }
}
