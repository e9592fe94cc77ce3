import type { Language } from '#contract/core/language.ts'
import type { Occasion, Text } from '#i18n/arabic.ts'
import { isolate } from './isolated.ts'

/** A text in the reader's language, with the values in place of `{name}`. Its id is the English text. */
export type Translate = (text: Text, values?: Readonly<Record<string, string>>) => string

/** The translator into a language; on some occasions a text reads differently than on pages. */
export async function translatorOf(language: Language, occasion?: Occasion): Promise<Translate> {
  const find = language === 'ar' ? await findArabic(occasion) : (text: Text): string => text
  return (text, values = {}) =>
    find(text).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => isolate(values[name] ?? '', language))
}

/** The catalog is loaded for its first reader. */
async function findArabic(occasion: Occasion | undefined): Promise<(text: Text) => string> {
  const { arabic, readings } = await import('#i18n/arabic.ts')
  const texts: Readonly<Record<Text, string>> = occasion ? { ...arabic, ...readings[occasion] } : arabic
  return (text) => texts[text]
}

/** A table of texts in a translator's language. */
export const translateAll = <Name extends string>(
  texts: Readonly<Record<Name, Text>>,
  say: Translate,
): Record<Name, string> =>
  Object.fromEntries(Object.entries<Text>(texts).map(([name, text]) => [name, say(text)])) as Record<Name, string>
