import { arabic as texts } from '#i18n/arabic.ts'

const arabic: Readonly<Record<string, string>> = texts

export type Locale = 'en' | 'ar'

/** Translates a UI text, given in English, and fills in its `{name}` placeholders. */
export type Say = (english: string, values?: Record<string, string | number>) => string

export const say = (locale: Locale): Say => {
  return (english, values = {}) => {
    const text = locale === 'ar' ? arabic[english] : english
    if (text === undefined) throw new Error(`No Arabic text for "${english}"`)
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
  }
}
