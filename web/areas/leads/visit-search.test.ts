import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readVisitSearch } from './visit-search.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

test('an email address is sent as its hash, in the form in which the identity data hashes it', async () => {
  const jo = { page_text: '', email_hash: sha256('jo@example.com') }
  expect(await readVisitSearch('jo@example.com')).toEqual(jo)
  expect(await readVisitSearch('  Jo Doe <Jo@Example.com> ')).toEqual(jo)
})

test('an address that is not complete yet is not sent either', async () => {
  expect(await readVisitSearch('Jo@exam')).toEqual({ page_text: '', email_hash: sha256('jo@exam') })
})

test('hashes of each kind are taken as they are', async () => {
  for (const length of [32, 40, 64])
    expect(await readVisitSearch('AB'.repeat(length / 2))).toEqual({
      page_text: '',
      email_hash: 'ab'.repeat(length / 2),
    })
})

test('everything else is a page, also one with an @ in its path', async () => {
  for (const page_text of ['/pricing', 'Pricing', 'https://site.test/@jo', 'abcdef'])
    expect(await readVisitSearch(page_text)).toEqual({ page_text, email_hash: '' })
  expect(await readVisitSearch('')).toEqual({ page_text: '', email_hash: '' })
})
