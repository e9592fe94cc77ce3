import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moreOptions } from './more-table.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const every_ms = 3_000
const minute_ms = 60_000

/** Reads in a minute of polling, with this many pages loaded. */
async function readsWith(pages: number): Promise<number> {
  const read = vi.fn((before: string | undefined) => {
    const at = Number(before ?? 0)
    return Promise.resolve({ data: [at], next: String(at + 1) })
  })
  const client = new QueryClient()
  client.mount()
  const list = new InfiniteQueryObserver(client, moreOptions(['list', pages], read, every_ms))
  const stop = list.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  for (let page = 1; page < pages; page++) await list.fetchNextPage()
  read.mockClear()
  await vi.advanceTimersByTimeAsync(minute_ms)
  stop()
  client.unmount()
  return read.mock.calls.length
}

test('a long list is refreshed with no more requests than a short one', async () => {
  const short = await readsWith(1)
  expect(short).toBeGreaterThanOrEqual(minute_ms / every_ms - 1)
  expect(await readsWith(10)).toBeLessThanOrEqual(short)
})
