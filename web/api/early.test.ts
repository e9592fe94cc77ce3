import { afterEach, expect, test, vi } from 'vitest'
import { askEarly, takeEarly } from './early.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function ask(): void {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  vi.stubGlobal('earlyAnswers', undefined)
  void askEarly('/api/user', 'mine')
}

test('what was asked for early is answered once, and to nobody else', () => {
  ask()
  expect(takeEarly('/api/user', 'mine')).toBeInstanceOf(Promise)
  expect(takeEarly('/api/user', 'mine')).toBeUndefined()
  ask()
  expect(takeEarly('/api/user', 'another')).toBeUndefined()
})

test('whoever comes to it much later asks anew', () => {
  ask()
  vi.advanceTimersByTime(10_000)
  expect(takeEarly('/api/user', 'mine')).toBeUndefined()
})
