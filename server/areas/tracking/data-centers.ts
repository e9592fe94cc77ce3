import { isIPv6 } from 'node:net'

/** Tests whether an address (`plainAddress`) is in one of the ranges. The address is checked and never stored. */
export type IsDataCenter = (address: string) => boolean

/** Ranges as sorted boundaries, so that a lookup is one binary search. IPv6 is compared by its first 64 bits. */
export function createIsDataCenter(ranges: readonly string[]): IsDataCenter {
  const four = bordersOf(ranges.filter((range) => !range.includes(':')).map(rangeOfFour))
  const six = bordersOf(ranges.filter((range) => range.includes(':')).map(rangeOfSix))
  return (address) => {
    const number = ipv4Number(address)
    if (number >= 0) return isInside(four, number)
    return isIPv6(address) && isInside(six, ipv6Prefix(address))
  }
}

interface Range<N> {
  from: N
  to: N
}

interface Borders<N> {
  from: N[]
  to: N[]
}

function bordersOf<N extends number | bigint>(ranges: Range<N>[]): Borders<N> {
  const sortedRanges = ranges.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  return { from: sortedRanges.map((range) => range.from), to: sortedRanges.map((range) => range.to) }
}

function isInside<N extends number | bigint>(borders: Borders<N>, address: N): boolean {
  let low = 0
  let high = borders.from.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (borders.from[middle]! <= address) low = middle + 1
    else high = middle
  }
  return low > 0 && address <= borders.to[low - 1]!
}

/** The number of a dotted address, or -1 if the text is not one. Runs for every hit, so it splits no string. */
export function ipv4Number(address: string): number {
  let value = 0
  let part = -1
  let parts = 0
  for (let at = 0; at <= address.length; at++) {
    const code = at < address.length ? address.charCodeAt(at) : dot
    if (code === dot) {
      if (part < 0 || part > 255) return -1
      value = value * 256 + part
      part = -1
      parts++
    } else if (code >= zero && code <= zero + 9) part = Math.max(part, 0) * 10 + code - zero
    else return -1
  }
  return parts === 4 ? value : -1
}

const dot = 46
const zero = 48

/** The first 64 bits: no range of a hosting company is smaller. */
export function ipv6Prefix(address: string): bigint {
  const [head = '', tail] = address.replace(/%.*/, '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after]
  return groups.slice(0, 4).reduce((value, group) => value * 65_536n + BigInt(Number.parseInt(group, 16)), 0n)
}

function rangeOfFour(text: string): Range<number> {
  const [address = '', bits] = text.split('/')
  const size = 2 ** (32 - Number(bits))
  const from = Math.floor(ipv4Number(address) / size) * size
  return { from, to: from + size - 1 }
}

function rangeOfSix(text: string): Range<bigint> {
  const [address = '', bits] = text.split('/')
  const size = 2n ** BigInt(64 - Number(bits))
  const from = (ipv6Prefix(address) / size) * size
  return { from, to: from + size - 1n }
}
