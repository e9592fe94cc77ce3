import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { compileTexts } from './plurals.ts'

type Catalog = { messages: Record<string, string>; serverTexts?: Record<string, string> }
const catalogs = Object.values(import.meta.glob<Catalog>('./ar/*.ts', { eager: true }))
const texts = catalogs.flatMap(({ messages, serverTexts }) => Object.entries({ ...messages, ...serverTexts }).flat())

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
  const texts = catalogs.flatMap(({ messages, serverTexts = {} }) => Object.values({ ...messages, ...serverTexts }))
  expect(texts.filter((text) => one.test(text))).toEqual([])
})
