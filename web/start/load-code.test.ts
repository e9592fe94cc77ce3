import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCode } from './load-code.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('K014: code that has not loaded after 120 seconds counts as failed', async () => {
  const outcome = vi.fn<(thrown: Error) => void>()
  void loadCode(() => new Promise(() => {})).catch(outcome)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledOnce()
})

test('loaded code is passed on, and so are its errors', async () => {
  await expect(loadCode(async () => 'page')).resolves.toBe('page')
  await expect(loadCode(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone')
  expect(vi.getTimerCount()).toBe(0)
})
