import { expect, test } from 'vitest'
import { regionRuleNames, regionRuleOf, regionRules } from './region-rules.ts'

test.each(['DE', 'FR', 'IE', 'EU', 'NO', 'IS', 'LI', 'GB', 'CH', 'RE'])(
  'nothing is stored or sent in %s',
  (country) => {
    expect(regionRuleOf(country)).toBe('nothing')
  },
)

test.each(['US', 'CA', 'MX', ''])('"%s" has no rule of its own', (country) => {
  expect(regionRuleOf(country)).toBe('identify')
})

test('an agency can only be stricter', () => {
  for (const rule of regionRuleNames) {
    const agencyRules = new Map([
      ['DE', rule],
      ['BR', rule],
    ])
    expect(regionRuleOf('DE', agencyRules)).toBe('nothing')
    expect(regionRuleOf('BR', agencyRules)).toBe(rule)
    expect(regionRuleOf('US', agencyRules)).toBe('identify')
  }
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
