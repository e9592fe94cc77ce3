import { afterEach, expect, test, vi } from 'vitest'
import { lookUpCustom, lookUpDetail } from './look-up.ts'

afterEach(() => vi.unstubAllGlobals())

test('R237, T122: a lookup without a company, and a detail call without an integration, are rejected before any request', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  await expect(lookUpCustom('')).rejects.toThrow(/^error$/)
  await expect(lookUpDetail('', 'integration')).rejects.toThrow(/^error$/)
  await expect(lookUpDetail('company', '')).rejects.toThrow(/^error$/)
  expect(fetch).not.toHaveBeenCalled()
})
