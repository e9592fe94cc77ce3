import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('R206: a description is truncated after 30 characters, and not before', () => {
  const text = 'a'.repeat(30)
  expect(cutText(text)).toEqual({ excerpt: text, isCut: false })
  expect(cutText(`${text}b`)).toEqual({ excerpt: `${text}…`, isCut: true })
  expect(cutText('')).toEqual({ excerpt: '', isCut: false })
})
