import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are private or special (IANA registry), and the metadata address of clouds. */
const specialIPv4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** In IPv6 only global unicast is public: mapped, NAT64, unique local, link-local and multicast are outside of it. */
const globalIPv6 = blockList('ipv6', ['2000::/3'])
/** Exceptions within it: protocol assignments with Teredo, documentation, 6to4 (which can embed any IPv4 address). */
const specialIPv6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'])

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net, prefix] = range.split('/') as [string, string]
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}

/** Whether an IP address (as text, without brackets) belongs to the public internet. Anything else is not. */
export function isPublicAddress(address: string): boolean {
  // A zone, as in fe80::1%eth0, only makes sense on a local network.
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !specialIPv4.check(address, 'ipv4')
  return family === 6 && globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
}

const privateSuffixes = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'onion']

/** Whether a host name can belong to the public internet at all; what it resolves to is checked separately. */
export function isPublicName(hostName: string): boolean {
  const name = hostName.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !privateSuffixes.some((suffix) => name.endsWith(`.${suffix}`))
}
