import { isIPv4, isIPv6 } from 'node:net'
import type { MailRecordState } from '#contract/mails/mail-domain.ts'

export interface FoundRecord {
  state: MailRecordState
  /** The domain's own record; empty if there is none. */
  found: string
}

const without = (state: MailRecordState): FoundRecord => ({ state, found: '' })

/** The records of a version among a name's TXT records. Names and versions are read in any case. */
const ofVersion = (texts: readonly string[], version: string): string[] =>
  texts.map((text) => text.trim()).filter((text) => new RegExp(`^v\\s*=\\s*${version}(?:[\\s;]|$)`, 'i').test(text))

/** Which servers may send (RFC 7208). It cannot be told from outside which servers a provider sends with, so only the record's form is judged. */
export function readSpf(texts: readonly string[]): FoundRecord {
  const [record, ...others] = ofVersion(texts, 'spf1')
  if (record === undefined) return without('missing')
  if (others.length > 0) return { state: 'several', found: record }
  const terms = record.toLowerCase().split(/\s+/).slice(1)
  const isOpen = terms.some((term) => term === 'all' || term === '+all' || term === '?all')
  const isClosed = terms.some((term) => term === '-all' || term === '~all' || term.startsWith('redirect='))
  return { state: isClosed && !isOpen ? 'ok' : 'open', found: record }
}

const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(';').map((tag): [string, string] => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim().toLowerCase(), value.join('=').replaceAll(/\s/g, '')]
    }),
  )

/** The key that signatures are checked with (RFC 6376): this one, or another. An empty key is a revoked one. */
export function readDkim(texts: readonly string[], publicKey: string): FoundRecord {
  const keys = texts.map((text) => tagsOf(text).get('p')).filter((key) => key !== undefined)
  if (keys.length === 0) return without('missing')
  if (keys.length > 1) return without('several')
  return without(keys[0] === publicKey ? 'ok' : 'differs')
}

/** What to do with mail that is neither (RFC 9989). */
export function readDmarc(texts: readonly string[]): FoundRecord {
  const [record, ...others] = ofVersion(texts, 'DMARC1')
  if (record === undefined) return without('missing')
  if (others.length > 0) return { state: 'several', found: record }
  const policy = tagsOf(record).get('p')?.toLowerCase() ?? ''
  return { state: ['none', 'quarantine', 'reject'].includes(policy) ? 'ok' : 'invalid', found: record }
}

/** Providers whose outgoing servers are others than the one that accepts mail. */
const providers: readonly [RegExp, string][] = [
  [/(^|\.)gmail\.com$/, 'include:_spf.google.com'],
  [/(^|\.)office365\.com$/, 'include:spf.protection.outlook.com'],
  [/(^|\.)sendgrid\.net$/, 'include:sendgrid.net'],
  [/(^|\.)mailgun\.org$/, 'include:mailgun.org'],
  [/(^|\.)postmarkapp\.com$/, 'include:spf.mtasv.net'],
  [/^email-smtp\..*\.amazonaws\.com$/, 'include:amazonses.com'],
  [/(^|\.)mailjet\.com$/, 'include:spf.mailjet.com'],
]

const senderTerm = (server: string): string => {
  if (isIPv4(server)) return `ip4:${server}`
  if (isIPv6(server)) return `ip6:${server}`
  return providers.find(([hosts]) => hosts.test(server))?.[1] ?? `a:${server}`
}

export const spfToAdd = (server: string): string => `v=spf1 ${senderTerm(server.toLowerCase())} ~all`
export const dkimToAdd = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`
/** It changes nothing about how mail is treated, and is what large receivers ask for. */
export const dmarcToAdd = 'v=DMARC1; p=none'

export const dkimNameOf = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`
export const dmarcNameOf = (domain: string): string => `_dmarc.${domain}`
