import { expect, test } from 'vitest'
import { formatFor } from './format.ts'

test('R172: dollars are written the US way in both languages, without decimals in the short form, thousands apart', () => {
  for (const language of ['en', 'ar']) {
    const format = formatFor(language)
    expect(format.money(123_456_789)).toBe('$1,234,567.89')
    expect(format.moneyShort(123_456_789)).toBe('$1,234,568')
    expect(format.number(1_234_567)).toMatch(/^1[,٬]234[,٬]567$/)
  }
})
