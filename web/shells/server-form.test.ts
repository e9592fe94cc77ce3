import { expect, test } from 'vitest'
import { fieldErrors, focusFirstInvalid } from './server-form.ts'

const message = 'Enter an email address'
const formFields = ['recipients', 'name', 'questions']

test('a message is shown at its field, by the form’s name for it', () => {
  const { errors, rest } = fieldErrors({ fields: { fullName: message } }, formFields, { fullName: 'name' })
  expect(errors).toEqual({ name: message })
  expect(rest).toBe(false)
})

test('a message about one value of a list is shown at the list’s field, too', () => {
  expect(fieldErrors({ fields: { 'recipients.0': message } }, formFields).errors['recipients']).toBe(message)
  const answer = fieldErrors({ fields: { 'sent_to.2': message } }, formFields, { sent_to: 'recipients' })
  expect(answer.errors['recipients']).toBe(message)
  const choices = fieldErrors({ fields: { 'questions.1.choices.3': message } }, formFields).errors
  expect(choices).toMatchObject({ 'questions.1.choices': message, 'questions.1.choices.3': message })
})

test('messages for fields that the form lacks, and failures without fields, are shown as text', () => {
  expect(fieldErrors({ fields: { company: message } }, formFields)).toEqual({ errors: {}, rest: true })
  expect(fieldErrors({ fields: {} }, formFields).rest).toBe(true)
})

test('the first field with a message gets the focus; it is reported if the form shows none', () => {
  const focusNames: string[] = []
  const group = { open: false, parentElement: null }
  const field = { focus: () => void focusNames.push('field'), closest: () => group } as unknown as HTMLElement
  const showing = (names: readonly string[]) => ({
    querySelector: (selector: string) => (names.some((one) => selector.includes(one)) ? field : null),
    querySelectorAll: (selector: string) => (names.some((one) => selector.includes(one)) ? [field] : []),
  })
  expect(focusFirstInvalid(showing(['aria-invalid']))).toBe(true)
  expect(group.open, 'its folded group').toBe(true)
  expect(focusNames).toEqual(['field'])
  expect(focusFirstInvalid(showing(['role="alert"']))).toBe(true)
  expect(focusFirstInvalid(showing([]))).toBe(false)
})
