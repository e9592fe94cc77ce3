import { hash } from 'node:crypto'
import { expect, it, test } from 'vitest'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { emailHash } from './email-hash.ts'

const spellings = [
  'jo+news@mail.example',
  ' JO+News@Mail.Example ',
  '\uFEFFjo+news@mail.example\u200B',
  '\u00A0jo+news\u2060@mail.example',
  '“jo+news@mail.example”',
  "o'neil@mail.example",
  'jürgen@mail.example',
]

test.each(spellings)('%j gets the hash that a list with this address has', async (text) => {
  expect(await emailHash(text)).toBe(hash('sha256', readEmailAddress(text)!))
})

it('takes hashes of the three lengths as they are, and nothing else', () => {
  for (const length of [32, 40, 64]) expect(emailHash(` ${'A1'.repeat(length / 2)}`)).toBe('a1'.repeat(length / 2))
  for (const other of ['a1'.repeat(28), '48', 'true', '', '@home', undefined]) expect(emailHash(other)).toBeNull()
})
