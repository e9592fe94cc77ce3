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
const values = { ...before, name: ' Dana A. ', email: 'dana@new.test', picture }
const person = { ...before, name: 'Dana A.' }

test('after a save the form shows what is stored: an address only once it is confirmed', () => {
  const input = { ...values, phone: { ...values.phone } }
  expect(valuesAfterSave(input, values, person)).toEqual(person)
})

test('what was typed while it was being saved stays', () => {
  const phone = { phone: '+12015550199', country: 'US' }
  const other = new File(['two'], 'two.png')
  const input = { ...values, city: 'Dallas', phone, picture: other }
  const result = valuesAfterSave(input, values, person)
  expect(result).toEqual({ ...person, city: 'Dallas', phone, picture: other })
  expect(result.picture).toBe(other)
})
