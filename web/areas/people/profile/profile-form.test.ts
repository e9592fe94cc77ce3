import { expect, test } from 'vitest'
import { valuesAfterSave, type PersonValues } from './profile-form.ts'

const before: PersonValues = {
  name: 'Dana',
  email: 'dana@acme.test',
  phone: { phone: '+12015550123', country: 'US' },
  address: '',
  city: 'Austin',
  zip: '',
  state_code: 'TX',
  country_code: 'US',
  picture: null,
}
const picture = new File(['one'], 'one.png')
const sent = { ...before, name: ' Dana A. ', email: 'dana@new.test', picture }
const stored = { ...before, name: 'Dana A.' }

test('after a save the form shows what is stored: an address only once it is confirmed', () => {
  const typed = { ...sent, phone: { ...sent.phone } }
  expect(valuesAfterSave(typed, sent, stored)).toEqual(stored)
})

test('what was typed while it was being saved stays', () => {
  const phone = { phone: '+12015550199', country: 'US' }
  const other = new File(['two'], 'two.png')
  const typed = { ...sent, city: 'Dallas', phone, picture: other }
  const shown = valuesAfterSave(typed, sent, stored)
  expect(shown).toEqual({ ...stored, city: 'Dallas', phone, picture: other })
  expect(shown.picture).toBe(other)
})
