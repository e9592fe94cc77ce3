import { expect, test } from 'vitest'
import { CallFailure } from '../../api/failure.ts'
import { retryDelay_ms } from './retry-delay.ts'

test.each([
  ['whose requests met a busy server', new CallFailure({ status: 503, code: 'overloaded', message: '' }), 10_000],
  [
    'of a user who opened very many within a minute',
    new CallFailure({ status: 429, code: 'too_many', message: '', waitMinutes: 1 }),
    60_000,
  ],
  [
    'whose requests are rejected for an hour',
    new CallFailure({ status: 429, code: 'too_many', message: '', waitMinutes: 60 }),
    null,
  ],
  ['whose request fails', new CallFailure({ status: 500, code: 'internal', message: '' }), null],
  ['whose code fails', new TypeError('not a function'), null],
])('a page %s retries automatically only if that can help', (_which, error, wait_ms) => {
  expect(retryDelay_ms(error)).toBe(wait_ms)
})
