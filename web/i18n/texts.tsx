import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { Language } from '#contract/core/language.ts'
import { isolate } from './isolate.ts'
import { compileSimple, memoize } from './messages.ts'

/**
 * A text in the catalogs. Its id is the English text itself, so that source code reads like the screen.
 * `catalogs.test.ts` checks that every `t('…')` and `msg('…')` in the source has an Arabic translation.
 */
export type Text = string

export type Translate = (id: Text, values?: Record<string, unknown>) => string

/** Marks a text that is defined outside a component (menu entry, column header) and translated where it is shown. */
export const msg = (id: string): Text => id

const dollars = /^\u200E?[-−+]?\$/

/** After an Arabic word, the dollar sign would move to the other side of the digits, so amounts are isolated. */
const inOrder = (values: Record<string, unknown> = {}): Record<string, unknown> =>
  i18n.locale === 'ar'
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' && dollars.test(value) ? isolate(value) : value,
        ]),
      )
    : values

/** The translator of the current language; components that use it rerender when the language changes. */
export function useT(): Translate {
  const { _ } = useLingui()
  return useCallback<Translate>((id, values) => _(id, inOrder(values)), [_])
}

/** A list of translated words: "a, b", with the comma of the language. */
export const joinWords = (words: readonly string[], t: Translate): string => words.join(t(', '))

/** The page's current language, for names that exist in both languages. */
export const useLanguage = (): string => useLingui().i18n.locale

/** For code outside components, such as notices after a call. */
export const translate: Translate = (id, values) => i18n._(id, inOrder(values))

/**
 * Translates an English message from the server: a number in it is looked up as {n}, and a list of names at its end as
 * {names}.
 */
export function translateSentence(text: string): string {
  const [, before, names] = /^([^:]+: )(.+)\.$/s.exec(text) ?? []
  if (names !== undefined && i18n.messages[`${before}{names}.`] !== undefined)
    return translate(`${before}{names}.`, { names })
  const number = /\d+/.exec(text)?.[0]
  if (number === undefined || i18n.messages[text] !== undefined) return translate(text)
  return translate(text.replace(number, '{n}'), { n: number })
}

/** Adds translations; English needs none, because its ids are the texts. */
export function addMessages(locale: Language, messages: Messages): void {
  i18n.load(locale, messages)
}

export function activateLocale(locale: Language): void {
  i18n.load(locale, {})
  i18n.activate(locale)
}

i18n.setMessagesCompiler(memoize(compileSimple))

export { i18n }
