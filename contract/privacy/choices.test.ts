import { expect, test } from 'vitest'
import { dueAt_ms } from './choices.ts'

test.each([
  ['a Monday', '2026-11-02T09:00:00Z', '2026-11-23T09:00:00Z'],
  ['a Friday', '2026-11-06T23:59:00Z', '2026-11-27T23:59:00Z'],
  ['a Sunday', '2026-11-08T12:00:00Z', '2026-11-27T12:00:00Z'],
])('an opt-out of %s is due after fifteen business days', (_day, received, due) => {
  expect(new Date(dueAt_ms('opt_out', Date.parse(received))).toISOString()).toBe(new Date(due).toISOString())
})

test('a request to see is due after 45 days, weekends included', () => {
  const received_ms = Date.parse('2026-11-06T23:59:00Z')
  expect(new Date(dueAt_ms('see', received_ms)).toISOString()).toBe('2026-12-21T23:59:00.000Z')
})

test.each([
  ['no state', null, 45],
  ['a state whose law is not read', 'WY', 45],
  ['California', 'CA', 45],
  ['Iowa', 'IA', 90],
])('a request to delete of somebody from %s is due after the days of its law', (_of, state, days) => {
  const received_ms = Date.parse('2026-11-06T23:59:00Z')
  expect(dueAt_ms('delete', received_ms, state)).toBe(received_ms + days * 86_400_000)
})
