import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

// One way to read network addresses in every form that headers and sockets give them.

const mappedDotted = /^::ffff:(?=\d+\.)/i
const mappedGroups = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
const quotes = /^"(.*)"$/
const bracketPattern = /^\[([^\]]*)\](?::\d{1,5})?$/
const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/

/**
 * An address in its one plain form, without quotes, brackets, port and zone (RFC 7239 section 6); IPv4 also if it is written
 * as IPv6. Empty if the text is no address, such as `unknown`.
 */
export function plainAddress(text: string): string {
  if (isIPv4(text)) return text
  if (mappedDotted.test(text) && isIPv4(text.slice(7))) return text.slice(7)
  const plain = text.trim().replace(quotes, '$1')
  const inner = bracketPattern.exec(plain)?.[1] ?? withPort.exec(plain)?.[1] ?? plain
  const address = inner.replace(/%.*$/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return ''
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [, high, low] = mappedGroups.exec(short) ?? []
  return high === undefined || low === undefined ? short : [...bytesOf(high), ...bytesOf(low)].join('.')
}

const bytesOf = (group: string): number[] => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}

/**
 * The caller's address: the peer's, or the one our own proxies forwarded, counted from the nearest. Empty if they know none.
 * `Forwarded` (RFC 7239) is not read: decision 32.
 */
export function addressOfCaller(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return plainAddress(peer)
  const header = request.headers['x-forwarded-for']
  const hopsNamed = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim())
  const hops = [...hopsNamed.filter(Boolean), peer]
  return plainAddress(hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer)
}

const networkGroups = 4
const allGroups = 8

/**
 * What limits count instead of an IP address. An IPv6 subscriber has a whole /64 and can send each request from another of
 * its addresses, so all of these count as one, however they are written. IPv4 addresses count one by one. What is no address
 * counts as one, too.
 */
export function networkOf(text: string): string {
  const address = plainAddress(text)
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const first = groupsOf(head)
  const last = tail === undefined ? [] : groupsOf(tail)
  const zeros = Array.from({ length: Math.max(0, allGroups - first.length - last.length) }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, networkGroups).join(':')}::/64`
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))
