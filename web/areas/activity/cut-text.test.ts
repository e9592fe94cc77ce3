import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('R206: a description is truncated after 30 characters, and not before', () => {
  const whole = 'a'.repeat(30)
  expect(cutText(whole)).toEqual({ shown: whole, isCut: false })
  expect(cutText(`${whole}b`)).toEqual({ shown: `${whole}…`, isCut: true })
  expect(cutText('')).toEqual({ shown: '', isCut: false })
})
