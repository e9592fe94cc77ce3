import { expect, test } from 'vitest'
import { CallFailure } from '../api/failure.ts'
import { activateLocale } from '../i18n/texts.tsx'
import { whenServerBusy } from './throw-server-busy.ts'

const busy = 'Server might be busy please try again later'

test('R180: a server error without a message of its own becomes the documents’ text', () => {
  activateLocale('en')
  const failureOf = (code: 'internal' | 'unexpected') =>
    new CallFailure({ code, message: 'Something broke', status: 500 } as never)
  expect(whenServerBusy(failureOf('internal')).message).toBe(busy)
  expect(whenServerBusy(failureOf('unexpected')).message).toBe(busy)
})

test('R181, R182: any other refusal keeps the server’s message', () => {
  const refusal = new CallFailure({ code: 'invalid_input', message: 'This name is taken.', status: 422 } as never)
  expect(whenServerBusy(refusal)).toBe(refusal)
})
