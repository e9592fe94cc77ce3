import type { DomainCause } from '#contract/branding/custom-domain.ts'
import { NameServersSilent, type Dns } from '#server/platform/dns.ts'

/** The required DNS records of a domain. */
export interface Records {
  domain: string
  token: string
  /** The target that the domain must point to. */
  target: string
}

export const txtNameOf = (domain: string): string => `_domain-proof.${domain}`

/**
 * Why a domain fails, or null. The TXT record proves ownership: a CNAME alone may have been left behind by somebody else. An
 * apex domain cannot have a CNAME, so the same addresses are accepted there.
 */
export async function inspectDomain(dns: Dns, { domain, token, target }: Records): Promise<DomainCause | null> {
  try {
    const texts = await dns.txt(txtNameOf(domain))
    if (texts.length === 0) return 'txt_missing'
    if (!texts.some((text) => text.trim() === token)) return 'txt_differs'
    const targets = await dns.cname(domain)
    if (targets.includes(target)) return null
    const addresses = await dns.addresses(domain)
    if (addresses.length === 0 && targets.length === 0) return 'cname_missing'
    const targetAddresses = new Set(await dns.addresses(target))
    return addresses.some((address) => targetAddresses.has(address)) ? null : 'cname_differs'
  } catch (error) {
    if (error instanceof NameServersSilent) return 'no_answer'
    throw error
  }
}
