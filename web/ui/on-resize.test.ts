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
  const told = vi.fn<() => void>()
  const stop = onResize(told)
  for (const pause_ms of [10, 39]) {
    page.dispatchEvent(new Event('resize'))
    vi.advanceTimersByTime(pause_ms)
  }
  expect(told).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(told).toHaveBeenCalledOnce()
  page.dispatchEvent(new Event('resize'))
  stop()
  vi.advanceTimersByTime(100)
  expect(told).toHaveBeenCalledOnce()
})
