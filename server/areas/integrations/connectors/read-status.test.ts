import { expect, test } from 'vitest'
import { readStatus } from './read-status.ts'

const read = (status: number) => readStatus({ status, headers: { 'retry-after': '90' }, json: null }, 0)

test.each([429, 500, 503])('a pause that a service asks for is kept, also beside an error of its own: %i', (status) => {
  expect(read(status).retryAfter_ms).toBe(90_000)
})

test.each([408, 409, 423, 425])('what is over by itself is tried again: %i', (status) => {
  expect(read(status)).toMatchObject({ cause: 'service_error', retryAfter_ms: 90_000 })
  expect(read(status).final ?? false).toBe(false)
})

test('what a service does not understand is not sent again, its own errors are', () => {
  expect([400, 422].map((status) => read(status).final)).toEqual([true, true])
  expect([429, 503].map((status) => read(status).final ?? false)).toEqual([false, false])
})
