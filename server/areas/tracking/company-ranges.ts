import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { readEmployerRanges, type EmployerRange } from '#server/areas/identity/employers/read-ranges.ts'
import { ipv4Number, ipv6Prefix } from './data-centers.ts'

/** The domain of the company to which an address (`plainAddress`) belongs, if any. The address is checked and never stored. */
export type CompanyOf = (address: string) => string | undefined

/** For each prefix length, the networks by their leading bits; longest prefix first, as the most specific. */
type Networks<N extends number | bigint> = { bits: number; domains: Map<N, string> }[]

const longestSix = 64

export function createCompanyOf(ranges: readonly EmployerRange[]): CompanyOf {
  const four = networksOf(ranges, false, (address, bits) => Math.floor(ipv4Number(address) / 2 ** (32 - bits)))
  const six = networksOf(ranges, true, (address, bits) => ipv6Prefix(address) >> BigInt(longestSix - bits))
  return (address) => {
    const number = ipv4Number(address)
    if (number >= 0) return find(four, (bits) => Math.floor(number / 2 ** (32 - bits)))
    if (!isIPv6(address)) return undefined
    const first = ipv6Prefix(address)
    return find(six, (bits) => first >> BigInt(longestSix - bits))
  }
}

function networksOf<N extends number | bigint>(
  ranges: readonly EmployerRange[],
  isSix: boolean,
  read: (address: string, bits: number) => N,
): Networks<N> {
  const byLength = new Map<number, Map<N, string>>()
  for (const { range, domain } of ranges) {
    if (range.includes(':') !== isSix) continue
    const [address = '', prefix] = range.split('/')
    const bits = Math.min(Number(prefix), isSix ? longestSix : 32)
    const domains = byLength.get(bits) ?? new Map<N, string>()
    byLength.set(bits, domains.set(read(address, bits), domain))
  }
  return [...byLength].map(([bits, domains]) => ({ bits, domains })).toSorted((a, b) => b.bits - a.bits)
}

function find<N extends number | bigint>(networks: Networks<N>, at: (bits: number) => N): string | undefined {
  for (const { bits, domains } of networks) {
    const domain = domains.get(at(bits))
    if (domain !== undefined) return domain
  }
  return undefined
}

/** The companies' ranges, held in memory and reloaded when they have changed. */
export function createCompanyRanges(identityPool: Pool): { companyOf: CompanyOf; refresh(): Promise<void> } {
  let version = 0
  let companyOf: CompanyOf = () => undefined
  return {
    companyOf: (address) => companyOf(address),
    async refresh() {
      const news = await readEmployerRanges(identityPool, version)
      if (!news) return
      version = news.version
      companyOf = createCompanyOf(news.ranges)
    },
  }
}
