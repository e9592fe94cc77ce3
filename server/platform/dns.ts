import { Resolver } from 'node:dns/promises'
import type { Config } from './config.ts'

/** What records say of a name; empty where there are none. Throws `NameServersSilent`. */
export interface Dns {
  /** Each record's parts joined, as they were written. */
  txt(name: string): Promise<string[]>
  /** In lower case, without the dot at the end. */
  cname(name: string): Promise<string[]>
  /** Of both families. */
  addresses(name: string): Promise<string[]>
}

/** Nobody said whether the records exist: that says nothing about them. */
export class NameServersSilent extends Error {}

/** Asks the machine's name servers, or the one that DNS_SERVER names. */
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

async function orNone<Record>(asked: Promise<Record[]>): Promise<Record[]> {
  try {
    return await asked
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw new NameServersSilent('the name servers did not answer', { cause: error })
  }
}
