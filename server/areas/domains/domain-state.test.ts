import { expect, test } from 'vitest'
import { afterCheck, warnedOnDays, type DomainState } from './domain-state.ts'

const minute_ms = 60_000
const day_ms = 24 * 60 * minute_ms
const newDomain: DomainState = { state: 'pending', tries: 0, failedDays: 0, namedAt_ms: 0, nextCheckAt_ms: 0 }

test('a pending domain is checked at intervals that double up to six hours, for a week', () => {
  let state = newDomain
  let now_ms = 0
  const pauses: number[] = []
  while (state.nextCheckAt_ms !== null) {
    now_ms = state.nextCheckAt_ms
    state = afterCheck(state, 'txt_missing', now_ms, false)
    if (state.nextCheckAt_ms !== null) pauses.push((state.nextCheckAt_ms - now_ms) / minute_ms)
  }
  expect(pauses.slice(0, 10)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
  expect(state.state).toBe('failed')
  expect(now_ms).toBeGreaterThanOrEqual(7 * day_ms)
  expect(now_ms).toBeLessThan(7.3 * day_ms)
})

test('thirty failed days in a row turn a verified domain off, with warnings in between (SEC-11)', () => {
  let state = afterCheck(newDomain, null, 0, true)
  let days = 0
  while (state.nextCheckAt_ms !== null) {
    state = afterCheck(state, 'txt_missing', state.nextCheckAt_ms, false)
    days++
    expect(state.failedDays).toBe(days)
  }
  expect([days, state.state]).toEqual([30, 'failed'])
  expect(warnedOnDays).toEqual([1, 7, 14, 28])
})

test('a successful day resets the count of failed days', () => {
  const verifiedDomain = afterCheck(newDomain, null, 0, true)
  expect(verifiedDomain).toMatchObject({ state: 'verified', nextCheckAt_ms: day_ms })
  const twice = afterCheck(afterCheck(verifiedDomain, 'txt_missing', day_ms, false), 'cname_differs', 2 * day_ms, false)
  expect(twice).toMatchObject({ state: 'verified', failedDays: 2, nextCheckAt_ms: 3 * day_ms })
  expect(afterCheck(twice, null, 3 * day_ms, false)).toMatchObject({ state: 'verified', failedDays: 0 })
})

test('manual checks and unresponsive name servers do not count as failed days', () => {
  const verifiedDomain = afterCheck(newDomain, null, 0, true)
  expect(afterCheck(verifiedDomain, 'txt_missing', 5, true)).toEqual(verifiedDomain)
  expect(afterCheck(verifiedDomain, 'no_answer', day_ms, false)).toMatchObject({ state: 'verified', failedDays: 0 })
})

test('a failed domain is verified again by a manual check when its records are right', () => {
  const failedDomain: DomainState = { ...newDomain, state: 'failed', failedDays: 30, nextCheckAt_ms: null }
  expect(afterCheck(failedDomain, 'txt_missing', 5, true)).toEqual(failedDomain)
  expect(afterCheck(failedDomain, null, 5, true)).toMatchObject({
    state: 'verified',
    failedDays: 0,
    nextCheckAt_ms: 5 + day_ms,
  })
})
