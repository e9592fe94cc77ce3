import { beforeEach, expect, test, vi } from 'vitest'

type Parts = typeof import('./lazy-parts.ts')
type Loaded = Parameters<Parameters<Parts['withLazyParts']>[0]>[0]

let parts: Parts
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  parts = await import('./lazy-parts.ts')
  return () => vi.useRealTimers()
})

test('what waits for the lazy parts happens in order, once they have loaded at last', async () => {
  const load = vi.fn<() => Promise<Loaded>>().mockRejectedValueOnce(new Error('offline'))
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue({} as Loaded)
  parts.registerLazyParts(load)
  const log: string[] = []
  parts.withLazyParts(() => log.push('shown'))
  parts.withLazyParts(() => log.push('hidden'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect([load.mock.calls.length, ...log]).toEqual([2])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(log).toEqual(['shown', 'hidden'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(3)
})

test('a later load by something else also ends the wait', async () => {
  const load = vi.fn<() => Promise<Loaded>>().mockRejectedValueOnce(new Error('offline'))
  parts.registerLazyParts(load.mockResolvedValue({} as Loaded))
  const act = vi.fn()
  parts.withLazyParts(act)
  await vi.advanceTimersByTimeAsync(1_000)
  await parts.loadLazyParts()
  await vi.advanceTimersByTimeAsync(0)
  expect(act).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(act).toHaveBeenCalledOnce()
})
