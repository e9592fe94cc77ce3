import { z } from 'zod'

export const maxAddressRanges = 100
/** Larger networks span whole countries: excluding one is a typo. */
const minPrefix = { four: 8, six: 16 } as const

const address = z.union([z.ipv4(), z.ipv6()])
const range = z.union([z.cidrv4(), z.cidrv6()])

/** Normalizes an address (203.0.113.7) or a range (203.0.113.0/24, 2001:db8::/48); null if the text is neither. */
export function addressRangeFrom(text: string): string | null {
  // An IPv4-mapped IPv6 address is treated as IPv4.
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=[\d.]+$)/, '')
  if (address.safeParse(plain).success) return plain
  if (!range.safeParse(plain).success) return null
  const least = plain.includes(':') ? minPrefix.six : minPrefix.four
  return Number(plain.split('/')[1]) >= least ? plain : null
}
