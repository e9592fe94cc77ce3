import { Resolver } from 'node:dns/promises'
import type { Config } from './config.ts'

/** The DNS records of a name; empty if there are none. Throws `NameServersSilent`. */
export interface Dns {
  /** The strings of each record joined, unchanged. */
  txt(name: string): Promise<string[]>
  /** In lower case, without the trailing dot. */
  cname(name: string): Promise<string[]>
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>
}

/** No name server responded, so whether the records exist is unknown. */
export class NameServersSilent extends Error {}

/** Queries the machine's name servers, or DNS_SERVER if set. */
export function createDns({ DNS_SERVER }: Pick<Config, 'DNS_SERVER'>): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (DNS_SERVER !== undefined) resolver.setServers([DNS_SERVER])
  return {
    txt: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    cname: async (name) =>
      (await orNone(resolver.resolveCname(name))).map((target) => target.toLowerCase().replace(/\.$/, '')),
    addresses: async (name) => {
      const both = await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])
      return both.flat()
    },
  }
}

async function orNone<Record>(records: Promise<Record[]>): Promise<Record[]> {
  try {
    return await records
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw new NameServersSilent('the name servers did not respond', { cause: error })
  }
}
