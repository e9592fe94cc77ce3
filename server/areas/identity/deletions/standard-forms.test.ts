import { expect, test } from 'vitest'
import { deletionHashOf, standardEmail, standardPhone } from './standard-forms.ts'

test.each([
  ['anna.smith@domain.com', standardEmail, 'KA18MT/ph6IHYjzT9zwETySDQyvSh87YuoSBpOQtkhE='],
  [' Anna.Smith @Domain.com\n', standardEmail, 'KA18MT/ph6IHYjzT9zwETySDQyvSh87YuoSBpOQtkhE='],
  ['4155559317', standardPhone, 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
  ['+1 (415) 555-9317', standardPhone, 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
])('“%s” has the hash that the platform publishes', (text, standardize, hash) => {
  expect(deletionHashOf(standardize(text))).toBe(hash)
})

test('dots and plus signs of an address stay, and a short number keeps all its digits', () => {
  expect(standardEmail('A.b+C@example.com')).toBe('a.b+c@example.com')
  expect(standardPhone('555-0100')).toBe('5550100')
})
