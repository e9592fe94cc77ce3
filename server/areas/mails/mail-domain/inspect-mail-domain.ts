import { getDomain } from 'tldts'
import type { MailRecordKind } from '#contract/mails/mail-domain.ts'
import { NameServersSilent, type Dns } from '#server/platform/dns.ts'
import { dkimNameOf, dmarcNameOf, readDkim, readDmarc, readSpf, type FoundRecord } from './records.ts'

export type FoundRecords = Readonly<Record<MailRecordKind, FoundRecord>>

/** What the domain's name servers say of its three records; null if they did not respond, which says nothing about them. */
export async function inspectMailDomain(
  dns: Dns,
  { domain, selector, publicKey }: { domain: string; selector: string; publicKey: string },
): Promise<FoundRecords | null> {
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      dns.txt(domain),
      dns.txt(dkimNameOf(selector, domain)),
      dns.txt(dmarcNameOf(domain)),
    ])
    const policy = readDmarc(dmarc)
    return {
      spf: readSpf(spf),
      dkim: readDkim(dkim, publicKey),
      dmarc: policy.state === 'missing' ? await inspectAbove(dns, domain) : policy,
    }
  } catch (error) {
    if (error instanceof NameServersSilent) return null
    throw error
  }
}

/** The registered domain's record is valid for names below it. */
async function inspectAbove(dns: Dns, domain: string): Promise<FoundRecord> {
  const above = getDomain(domain, { allowPrivateDomains: true })
  return above === null || above === domain ? readDmarc([]) : readDmarc(await dns.txt(dmarcNameOf(above)))
}
