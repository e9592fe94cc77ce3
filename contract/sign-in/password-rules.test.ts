import { expect, test } from 'vitest'
import { longestPassword, passwordProblem } from './password-rules.ts'

const problem = (password: string, words: string[] = [], kind: 'client' | 'rootSystem' = 'client'): string | null =>
  passwordProblem(password, { kind, words })

test('a password needs twelve characters, or fifteen for the operator’s users, in any script', () => {
  expect(problem('tea-for-two')).toBe('short')
  expect(problem('tea-for-two2')).toBeNull()
  expect(problem('tea-for-two2', [], 'rootSystem')).toBe('shortOfOperator')
  expect(problem('tea-for-two-334', [], 'rootSystem')).toBeNull()
  expect(problem('شاي بالنعناع للجميع')).toBeNull()
  expect(problem('🌵🍋🎈🦊🚲🧊⛵🎻🪁🧭🫐')).toBe('short')
  expect(problem('🌵🍋🎈🦊🚲🧊⛵🎻🪁🧭🫐🥁')).toBeNull()
})

test('a password has at most 128 characters', () => {
  const long = 'tea-for-two '.repeat(11)
  expect(problem(long.slice(0, longestPassword))).toBeNull()
  expect(problem(long.slice(0, longestPassword + 1))).toBe('long')
})

test('no mix of character types is required', () => {
  expect(problem('nothing but small letters')).toBeNull()
})

test('repeated characters and sequences are rejected', () => {
  for (const dull of ['aaaaaaaaaaaa', 'abababababab', '123456789012', 'abcdefghijklm', 'zyxwvutsrqpo']) {
    expect([dull, problem(dull)]).toEqual([dull, 'repetitive'])
  }
})

test('a password consisting mostly of its owner’s names is rejected, one that merely contains a name is not', () => {
  const words = ['Plumb Bright', 'client@plumbright.test', 'Ann Lee']
  expect(problem('Plumbright-2026', words)).toBe('personal')
  expect(problem('plumb bright 77', words)).toBe('personal')
  expect(problem('plumbright sings at noon', words)).toBeNull()
})
