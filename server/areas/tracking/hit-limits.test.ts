import { describe, expect, it } from 'vitest'
import { HitLimits, usualLimits, type LimitNumbers } from './hit-limits.ts'

const minute_ms = 60_000
const start_ms = 1_000 * minute_ms

/** A collector that is one of several, and how much of the shared limit the others have left. */
const limitsOf = (numbers: LimitNumbers, sharers = 1, left = Infinity): HitLimits => {
  const others = {
    sharers: () => sharers,
    take: async (_key: string, _start_ms: number, count: number, size: number) => {
      const grant = Math.max(0, Math.min(count, size, left))
      left = Math.min(left, size) - grant
      return grant
    },
  }
  return new HitLimits(numbers, others, 0)
}

describe('hit limits', () => {
  it('allow one address a number of hits per minute to one pixel, and return the wait', async () => {
    const limits = limitsOf({ perAddress: 2, perPixel: 100 })
    expect(limits.take('a', '198.51.100.1', start_ms)).toBe(0)
    expect(await limits.take('a', '198.51.100.1', start_ms + 20_000)).toBe(0)
    expect(limits.take('a', '198.51.100.1', start_ms + 20_000)).toBe(40)
    expect(limits.take('a', '198.51.100.2', start_ms + 20_000)).toBe(0)
    expect(limits.take('b', '198.51.100.1', start_ms + 20_000)).toBe(0)
    expect(limits.take('a', '198.51.100.1', start_ms + minute_ms)).toBe(0)
  })

  it('allow all addresses together a number of hits per second to one pixel', () => {
    const limits = limitsOf({ perAddress: 100, perPixel: 2 })
    expect(limits.take('a', '198.51.100.1', start_ms)).toBe(0)
    expect(limits.take('a', '198.51.100.2', start_ms)).toBe(0)
    expect(limits.take('a', '198.51.100.3', start_ms)).toBe(1)
    expect(limits.take('b', '198.51.100.3', start_ms)).toBe(0)
    expect(limits.take('a', '198.51.100.3', start_ms + 1_000)).toBe(0)
  })

  it('divide a pixel’s hits per second among all collectors', () => {
    const limits = limitsOf({ perAddress: 600, perPixel: 9 }, 3)
    const waits = [1, 2, 3, 4].map((visitor) => limits.take('a', `198.51.100.${visitor}`, start_ms))
    expect(waits).toEqual([0, 0, 0, 1])
    // However many there are, each takes one.
    expect(limitsOf({ perAddress: 600, perPixel: 2 }, 5).take('a', '198.51.100.1', start_ms)).toBe(0)
  })

  it.each([1, 3])(
    'let one flooding address take nothing of what a pixel has for others, with %i collectors',
    async (n) => {
      const limits = limitsOf(usualLimits, n, 0)
      const waits = []
      for (let visitor = 0; visitor < 30; visitor++) {
        for (let hit = 0; hit < 600; hit++) await limits.take('a', '198.51.100.1', start_ms + visitor)
        waits.push(limits.take('a', `203.0.113.${visitor}`, start_ms + visitor))
      }
      expect(waits).toEqual(Array(30).fill(0))
    },
  )

  it('count a second anew after the clock was set back', () => {
    const limits = limitsOf({ perAddress: 100, perPixel: 1 })
    expect(limits.take('a', '198.51.100.1', start_ms + 5_000)).toBe(0)
    expect(limits.take('a', '198.51.100.1', start_ms + 1_000)).toBe(0)
  })

  it('treat an IPv6 /64 as one address, and ignore addresses of this machine', async () => {
    const limits = limitsOf({ perAddress: 2, perPixel: 100 }, 1, 0)
    expect(limits.take('a', '2001:db8:1:2::1', start_ms)).toBe(0)
    expect(await limits.take('a', '2001:db8:1:2::2', start_ms)).toBeGreaterThan(0)
    expect(limits.take('a', '2001:db8:1:3::2', start_ms)).toBe(0)
    expect(limits.take('a', '2001:db8::1', start_ms)).toBe(0)
    expect(await limits.take('a', '2001:db8::2', start_ms)).toBeGreaterThan(0)
    for (let count = 0; count < 5; count++) expect(limits.take('a', '127.0.0.1', start_ms)).toBe(0)
  })

  it('ask the other collectors for batches of hits, and stop asking once nothing is left', async () => {
    const limits = limitsOf({ perAddress: 60, perPixel: 100 }, 3, 7)
    const answers = Array.from({ length: 10 }, () => limits.take('a', '198.51.100.1', start_ms))
    expect(answers).toEqual(Array(10).fill(0))
    const waits = await Promise.all(Array.from({ length: 20 }, () => limits.take('a', '198.51.100.1', start_ms)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(7)
    expect(limits.take('a', '198.51.100.1', start_ms)).toBe(60)
  })
})
