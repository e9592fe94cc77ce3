const mapped = /^::ffff:(?=\d+\.)/i
const networkGroups = 4
const allGroups = 8

/**
 * What limits count instead of an IP address. An IPv6 subscriber has a whole /64 and can send each request from another of
 * its addresses, so all of these count as one, however they are written. IPv4 addresses count one by one.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  if (mapped.test(address)) return address.replace(mapped, '')
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const first = groupsOf(head)
  const last = tail === undefined ? [] : groupsOf(tail)
  const zeros = Array.from({ length: Math.max(0, allGroups - first.length - last.length) }, () => 0)
  const network = [...first, ...zeros, ...last].slice(0, networkGroups)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
