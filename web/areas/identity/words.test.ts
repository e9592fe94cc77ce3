import { expect, test } from 'vitest'
import { activationText } from './words.ts'

test('an activation says what the file adds', () => {
  expect(activationText({ email: 'Email' })).toContain('people')
  expect(activationText({ email: 'Email', phrase: 'Keyword' })).toContain('searches')
  expect(activationText({ 'company.company_domain': 'Domain' })).toContain('companies')
})
