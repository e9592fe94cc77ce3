import { beforeEach, expect, test } from 'vitest'
import { isolate } from './isolate.ts'
import { activateLocale, addMessages, translate } from './texts.tsx'

beforeEach(() => activateLocale('en'))

test('an amount keeps its own direction in an Arabic sentence, and is unchanged in an English one', () => {
  expect(translate('Due now: {amount}', { amount: '$2.50' })).toBe('Due now: $2.50')
  addMessages('ar', { 'Due now: {amount}': 'المستحق الآن: {amount}' })
  activateLocale('ar')
  for (const amount of ['$2.50', '−$2.50', '\u200E-$2.50'])
    expect(translate('Due now: {amount}', { amount })).toBe(`المستحق الآن: ${isolate(amount)}`)
})

test('a value that is not an amount, or already has a direction, is inserted unchanged', () => {
  addMessages('ar', { '{name} of {count}': '{name} من {count}' })
  activateLocale('ar')
  expect(translate('{name} of {count}', { name: isolate('$5 Shop'), count: 3 })).toBe(`${isolate('$5 Shop')} من 3`)
})
