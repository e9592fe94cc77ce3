import { expect, test } from 'vitest'
import { readStatus } from './read-status.ts'

const readCause = (status: number) => readStatus({ status, headers: { 'retry-after': '90' }, json: null, text: '' }, 0)

test.each([429, 500, 503])('a service’s Retry-After is honored, also with a server error: %i', (status) => {
  expect(readCause(status).retryAfter_ms).toBe(90_000)
})

test.each([408, 409, 423, 425])('a temporary error is retried: %i', (status) => {
  expect(readCause(status)).toMatchObject({ cause: 'service_error', retryAfter_ms: 90_000 })
  expect(readCause(status).final ?? false).toBe(false)
})

test.each([301, 302, 303, 307, 308])('a redirect is a failure that is tried again: %i', (status) => {
  expect(readCause(status)).toMatchObject({ delivered: false, cause: 'redirect' })
  expect(readCause(status).final ?? false).toBe(false)
})

test('a request that the service rejects is not retried, a server error is', () => {
  expect([400, 422].map((status) => readCause(status).final)).toEqual([true, true])
  expect([429, 503].map((status) => readCause(status).final ?? false)).toEqual([false, false])
})
