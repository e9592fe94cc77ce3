import { describe, expect, it } from 'vitest'
import { HitLimits } from './hit-limits.ts'

const minute_ms = 60_000
const start_ms = 1_000 * minute_ms

describe('limits of hits', () => {
  it('let one address send so many a minute to one pixel and name the wait', () => {
    const limits = new HitLimits({ perAddress: 2, perPixel: 100 })
    expect(limits.take('a', '198.51.100.1', start_ms)).toBe(0)
    expect(limits.take('a', '198.51.100.1', start_ms + 20_000)).toBe(0)
    expect(limits.take('a', '198.51.100.1', start_ms + 20_000)).toBe(40)
    expect(limits.take('a', '198.51.100.2', start_ms + 20_000)).toBe(0)
    expect(limits.take('b', '198.51.100.1', start_ms + 20_000)).toBe(0)
    expect(limits.take('a', '198.51.100.1', start_ms + minute_ms)).toBe(0)
  })

  it('let all addresses together send so many a second to one pixel', () => {
    const limits = new HitLimits({ perAddress: 100, perPixel: 2 })
    expect(limits.take('a', '198.51.100.1', start_ms)).toBe(0)
    expect(limits.take('a', '198.51.100.2', start_ms)).toBe(0)
    expect(limits.take('a', '198.51.100.3', start_ms)).toBe(1)
    expect(limits.take('b', '198.51.100.3', start_ms)).toBe(0)
    expect(limits.take('a', '198.51.100.3', start_ms + 1_000)).toBe(0)
  })

  it('take a /64 of IPv6 for one address, and no notice of addresses of this machine', () => {
    const limits = new HitLimits({ perAddress: 1, perPixel: 100 })
    expect(limits.take('a', '2001:db8:1:2::1', start_ms)).toBe(0)
    expect(limits.take('a', '2001:db8:1:2::2', start_ms)).toBeGreaterThan(0)
    expect(limits.take('a', '2001:db8:1:3::2', start_ms)).toBe(0)
    for (let count = 0; count < 5; count++) expect(limits.take('a', '127.0.0.1', start_ms)).toBe(0)
  })
})
