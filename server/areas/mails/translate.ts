import type { Language } from '#contract/core/language.ts'
import { isolated } from '#server/platform/isolated.ts'
import { arabic } from './arabic.ts'

/** A sentence of a mail about an account. Its id is the English text; without an Arabic one it does not compile. */
export type MailText = keyof typeof arabic

/** A sentence in the reader's language, with the values in place of `{name}`. */
export type Translate = (text: MailText, values?: Readonly<Record<string, string>>) => string

export const translateIn =
  (language: Language): Translate =>
  (text, values = {}) =>
    (language === 'ar' ? arabic[text] : text).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      return isolated(values[name] ?? '', language)
    })
