import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { moreOptions } from './more-table.tsx'

const every_ms = 3_000
const minute_ms = 60_000

/** Requests in a minute of polling, with this many pages loaded. */
async function requestsWith(pages: number): Promise<number> {
  const readPage = vi.fn((before: string | undefined) => {
    const at = Number(before ?? 0)
    return Promise.resolve({ data: [at], next: String(at + 1) })
  })
  const client = new QueryClient()
  const options = moreOptions(['list', pages], readPage, every_ms)
  const list = new InfiniteQueryObserver(client, options)
  await list.refetch()
  for (let page = 1; page < pages; page++) await list.fetchNextPage()
  readPage.mockClear()
  await list.refetch()
  const interval = options.refetchInterval as (query: unknown) => number
  const query = client.getQueryCache().find({ queryKey: options.queryKey })
  return (readPage.mock.calls.length * minute_ms) / interval(query)
}

test('a long list is refreshed with no more requests than a short one', async () => {
  expect(await requestsWith(1)).toBe(minute_ms / every_ms)
  expect(await requestsWith(10)).toBe(minute_ms / every_ms)
})
