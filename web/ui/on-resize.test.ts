import { afterEach, expect, test, vi } from 'vitest'
import { onResize } from './on-resize.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('K017: a resize is reported once, 40 ms after its last step', () => {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const listener = vi.fn<() => void>()
  const stop = onResize(listener)
  for (const pause_ms of [10, 39]) {
    page.dispatchEvent(new Event('resize'))
    vi.advanceTimersByTime(pause_ms)
  }
  expect(listener).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(listener).toHaveBeenCalledOnce()
  page.dispatchEvent(new Event('resize'))
  stop()
  vi.advanceTimersByTime(100)
  expect(listener).toHaveBeenCalledOnce()
})
