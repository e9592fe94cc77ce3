import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { arabic } from '#i18n/arabic.ts'
import { compileTexts } from './plurals.ts'

const texts = Object.entries(arabic).flat()

test('every text of both languages is parsed as the library parses it', () => {
  expect(texts.length).toBeGreaterThan(4_000)
  for (const text of texts) expect([text, compileTexts(text)]).toEqual([text, compileMessage(text)])
})

test('plurals contain values and selects, and the number in place of its sign', () => {
  for (const text of [
    '{n, plural, =0 {none} one {# lead of {name}} other {# leads of {name}}} today',
    '{kind, select, a {first #} other {{n, plural, one {#} other {# of them}}}}',
    'nothing in it',
    '',
  ])
    expect(compileTexts(text)).toEqual(compileMessage(text))
})

test('an Arabic text declines a counted noun by its number, or counts without one', () => {
  const one = /\{(?:n|count|minutes|total)\} (?:دقائق|دقيقة|صفًا|صفوف|شخص|أشخاص|عميل|عملاء)/
  expect(Object.values(arabic).filter((text) => one.test(text))).toEqual([])
})
