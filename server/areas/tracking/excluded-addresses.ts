import { BlockList, isIP } from 'node:net'
import { planted } from '#server/platform/planted-fault.ts'
import { plainAddress } from './data-centers.ts'

/** Whether a visitor's address is excluded. It is checked and never stored. */
export type IsExcluded = (address: string) => boolean

const nobody: IsExcluded = () => false

/** Built once for each pixel when it is loaded; most exclude nobody. */
export function createIsExcluded(ranges: readonly string[]): IsExcluded {
  if (ranges.length === 0 || planted('take-excluded-addresses')) return nobody
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = familyOf(address)
    if (family === null) continue
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    // The part after % names the network interface of a link-local address.
    const plain = plainAddress(address).replace(/%.*$/, '')
    const family = familyOf(plain)
    return family !== null && list.check(plain, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null
}
