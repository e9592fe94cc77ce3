const mapped = /^::ffff:(?=\d+\.)/i
const dottedEnd = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/
const networkGroups = 4
const allGroups = 8

/**
 * What limits count instead of an IP address. An IPv6 subscriber has a whole /64 and can send each request from another of
 * its addresses, so all of these count as one, however they are written. IPv4 addresses count one by one, also if they are
 * written as IPv6.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  if (mapped.test(address)) return address.replace(mapped, '')
  const groups = allGroupsOf(address.replace(/%.*$/, '').replace(dottedEnd, asGroups))
  if (isMapped(groups)) return groups.slice(-2).flatMap(bytesOf).join('.')
  const network = groups.slice(0, networkGroups)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

function allGroupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const first = groupsOf(head)
  const last = tail === undefined ? [] : groupsOf(tail)
  const zeros = Array.from({ length: Math.max(0, allGroups - first.length - last.length) }, () => 0)
  return [...first, ...zeros, ...last]
}

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))

/** `::ffff:0:0/96`, the IPv4 addresses in IPv6. */
const isMapped = (groups: readonly number[]): boolean =>
  groups.length === allGroups && groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)

const bytesOf = (group: number): number[] => [group >> 8, group & 0xff]

/** The last four bytes, which may be written in decimal, as two groups. */
const asGroups = (_text: string, ...bytes: string[]): string => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
