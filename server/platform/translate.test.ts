import { expect, test } from 'vitest'
import { arabic, readings } from '#i18n/arabic.ts'
import { translateAll, translatorOf } from './translate.ts'

test('a text is translated, and its values are isolated where the script may run the other way', async () => {
  const [english, arabicSay] = [await translatorOf('en'), await translatorOf('ar')]
  expect(english('Spend cap reached: {name}', { name: 'Acme' })).toBe('Spend cap reached: Acme')
  expect(arabicSay('Spend cap reached: {name}', { name: 'Acme' })).toBe('بُلغ سقف الإنفاق: \u2068Acme\u2069')
  expect(translateAll({ due: 'Amount', by: 'Company' }, arabicSay)).toEqual({ due: 'المبلغ', by: 'الشركة' })
})

test('on an occasion a text reads differently in Arabic only', async () => {
  expect((await translatorOf('en', 'mail'))('For')).toBe('For')
  expect((await translatorOf('ar', 'mail'))('For')).not.toBe((await translatorOf('ar'))('For'))
})

test('a text of another reading exists, and reads differently', () => {
  const texts: Readonly<Record<string, string>> = arabic
  const all = Object.values(readings).flatMap((reading) => Object.entries<string>(reading))
  expect(all.length).toBeGreaterThan(3)
  expect(all.filter(([english, text]) => !(english in texts) || texts[english] === text)).toEqual([])
})
