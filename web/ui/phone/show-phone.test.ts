import { expect, test } from 'vitest'
import { showPhone } from './show-phone.ts'

test('a phone number is formatted for people, and can be called', () => {
  expect(showPhone('+12015550123')).toEqual({ text: '(201) 555-0123', href: 'tel:+12015550123' })
  expect(showPhone('2015550123')).toEqual({ text: '(201) 555-0123', href: 'tel:+12015550123' })
  expect(showPhone('+442071838750')).toEqual({ text: '+44 20 7183 8750', href: 'tel:+442071838750' })
})

test('an invalid number stays as it was stored, without a link', () => {
  expect(showPhone('call me')).toEqual({ text: 'call me', href: null })
  expect(showPhone('')).toEqual({ text: '', href: null })
})
