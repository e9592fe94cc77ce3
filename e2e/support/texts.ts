import { readdirSync } from 'node:fs'
import { join } from 'node:path'

type Catalog = { messages: Record<string, string>; serverTexts?: Record<string, string> }

const folder = join(import.meta.dirname, '../../web/i18n/ar')
const files = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Catalog>))
const arabic: Record<string, string> = Object.assign(
  {},
  ...files.map((file) => ({ ...file.messages, ...file.serverTexts })),
)

export type Locale = 'en' | 'ar'

/** Translates a UI text, given in English, and fills in its `{name}` placeholders. */
export type Say = (english: string, values?: Record<string, string | number>) => string

export const say = (locale: Locale): Say => {
  return (english, values = {}) => {
    const text = locale === 'ar' ? arabic[english] : english
    if (text === undefined) throw new Error(`No Arabic text for "${english}"`)
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}
