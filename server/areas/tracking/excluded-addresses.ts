import { BlockList, isIP } from 'node:net'
import { hasFault } from '#server/platform/planted-fault.ts'

/** Whether a visitor's address (`plainAddress`) is excluded. It is checked and never stored. */
export type IsExcluded = (address: string) => boolean

const nobody: IsExcluded = () => false

/** Built once for each pixel when it is loaded; most exclude nobody. */
export function createIsExcluded(ranges: readonly string[]): IsExcluded {
  if (ranges.length === 0 || hasFault('take-excluded-addresses')) return nobody
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = familyOf(address)
    if (family === null) continue
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== null && list.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null
}
