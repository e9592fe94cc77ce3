import { expect, test } from 'vitest'
import { isCountedOnlyIn, regionRules } from './region-rules.ts'

test.each(['DE', 'FR', 'IE', 'EU', 'NO', 'IS', 'LI', 'GB', 'CH', 'RE'])('nobody is identified in %s', (country) => {
  expect(isCountedOnlyIn(country)).toBe(true)
})

test.each(['US', 'CA', 'MX', ''])('"%s" has no rule of its own', (country) => {
  expect(isCountedOnlyIn(country)).toBe(false)
})

test('every country has one rule, with a source and its date', () => {
  const countries = regionRules.flatMap((rule) => rule.countries)
  expect(new Set(countries).size).toBe(countries.length)
  for (const { countries: codes, source, read } of regionRules) {
    for (const code of codes) expect(code).toMatch(/^[A-Z]{2}$/)
    expect(source).not.toBe('')
    expect(read).toMatch(/^20\d\d-[01]\d$/)
  }
})
