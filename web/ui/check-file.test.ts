import { expect, test } from 'vitest'
import { fileProblem, importRule, logoRule, portraitRule } from './check-file.ts'

test('a file of another type is rejected when it is chosen', () => {
  expect(fileProblem({ name: 'logo.txt', type: 'text/plain', size: 5 }, logoRule)).toBe(logoRule.texts.type)
  expect(fileProblem({ name: 'me.svg', type: 'image/svg+xml', size: 5 }, portraitRule)).toBe(portraitRule.texts.type)
  expect(fileProblem({ name: 'leads.xlsx', type: 'application/zip', size: 5 }, importRule)).toBe(importRule.texts.type)
})

test('a valid file is accepted, even if the system does not know its type', () => {
  expect(fileProblem({ name: 'logo.svg', type: 'image/svg+xml', size: 5 }, logoRule)).toBeNull()
  expect(fileProblem({ name: 'LOGO.PNG', type: '', size: 5 }, logoRule)).toBeNull()
  expect(fileProblem({ name: 'leads.csv', type: 'application/vnd.ms-excel', size: 5 }, importRule)).toBeNull()
})

test('a file that is too large is rejected when it is chosen', () => {
  const size = logoRule.largest_bytes + 1
  expect(fileProblem({ name: 'logo.png', type: 'image/png', size }, logoRule)).toBe(logoRule.texts.size)
})
