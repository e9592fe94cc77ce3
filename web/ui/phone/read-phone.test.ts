import { expect, test } from 'vitest'
import { callingCodeOf, examplePhone, phoneProblem, readPhone, usualCountry } from './read-phone.ts'

test('R134: the phone input yields country, validity, the number as typed, formatted and as E.164', () => {
  expect(readPhone('2015550123', 'US')).toEqual({
    countryCode: 'US',
    isValid: true,
    phoneNumber: '2015550123',
    formatted: '(201) 555-0123',
    e164: '+12015550123',
  })
})

test('R132: validity depends on the country, with an example of each; the default country is US (+1)', () => {
  expect(phoneProblem('2015550123', 'US')).toBeNull()
  expect(phoneProblem('2015550123', 'FR')).toBe('number')
  expect(phoneProblem('201555', 'US')).toBe('number')
  expect(phoneProblem('+44 7400 123456', 'GB')).toBeNull()
  expect([usualCountry, callingCodeOf(usualCountry)]).toEqual(['US', '+1'])
  for (const country of ['US', 'GB', 'EG', 'BR']) expect(readPhone(examplePhone(country), country).isValid).toBe(true)
})

test('R133: a number needs a country, an empty number does not', () => {
  expect(phoneProblem('2015550123', '')).toBe('country')
  expect(phoneProblem(' ', '')).toBeNull()
})
