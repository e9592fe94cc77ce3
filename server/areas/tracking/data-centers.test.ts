import { describe, expect, it } from 'vitest'
import { dataCenterRanges } from './data-center-ranges.ts'
import { createIsDataCenter } from './data-centers.ts'

const isDataCenter = createIsDataCenter(dataCenterRanges)

describe('a data center', () => {
  it('is recognized by its IP address', () => {
    for (const address of ['3.8.0.0', '3.15.255.255', '34.100.1.1', '159.65.1.2', '78.46.1.1', '2a01:4f9::1']) {
      expect(isDataCenter(address), address).toBe(true)
    }
  })

  it('is not a home address, a private address, or an invalid address', () => {
    const others = [
      '3.7.255.254',
      '73.1.2.3',
      '127.0.0.1',
      '10.0.0.1',
      '::1',
      'fe80::1%eth0',
      '2601::1',
      '',
      'x',
      '999.1.1.1',
    ]
    for (const address of others) expect(isDataCenter(address), address).toBe(false)
  })

  it('is recognized in every range of the list, which are well formed and do not overlap', () => {
    expect(dataCenterRanges.length).toBeGreaterThan(300)
    expect(new Set(dataCenterRanges).size).toBe(dataCenterRanges.length)
    const four = dataCenterRanges.filter((range) => range.includes('.')).map(bordersOf)
    four.sort((a, b) => a.from - b.from)
    for (const [at, range] of four.entries()) {
      expect(range.from % range.size, range.text).toBe(0)
      expect(isDataCenter(textOf(range.from)), range.text).toBe(true)
      expect(isDataCenter(textOf(range.from + range.size - 1)), range.text).toBe(true)
      if (at > 0) expect(range.from, range.text).toBeGreaterThanOrEqual(four[at - 1]!.from + four[at - 1]!.size)
    }
    for (const range of dataCenterRanges.filter((text) => text.includes(':'))) {
      expect(isDataCenter(range.replace(/::.*/, '::1')), range).toBe(true)
    }
  })
})

function bordersOf(text: string): { text: string; from: number; size: number } {
  const [address = '', bits] = text.split('/')
  return {
    text,
    from: address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0),
    size: 2 ** (32 - Number(bits)),
  }
}

const textOf = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
