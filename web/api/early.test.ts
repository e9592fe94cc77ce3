import { afterEach, expect, test, vi } from 'vitest'
import { requestEarly, takeEarly } from './early.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function ask(): void {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  vi.stubGlobal('earlyAnswers', undefined)
  void requestEarly('/api/user', 'mine')
}

test('a response requested early is used once, and only by its caller', () => {
  ask()
  expect(takeEarly('/api/user', 'mine')).toBeInstanceOf(Promise)
  expect(takeEarly('/api/user', 'mine')).toBeUndefined()
  ask()
  expect(takeEarly('/api/user', 'another')).toBeUndefined()
})

test('a much later call sends a new request', () => {
  ask()
  vi.advanceTimersByTime(10_000)
  expect(takeEarly('/api/user', 'mine')).toBeUndefined()
})
