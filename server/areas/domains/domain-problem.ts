import { isIP } from 'node:net'
import { parse } from 'tldts'
import { plainServer } from '#contract/core/hosts.ts'
import { isReservedForAnother } from '#server/areas/branding/released-hosts.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { isPublicName } from '#server/platform/public-address.ts'

export const domainTexts = {
  shape: 'Enter a domain name such as leads.yourcompany.com, without https:// and without a path.',
  address: 'Enter a domain name, not an IP address.',
  reserved: 'This name is reserved and cannot be reached from outside.',
  suffix: 'This is a shared domain suffix. Enter a domain of your own.',
  operators: 'This name belongs to the platform. Choose a domain of your own.',
  taken: 'This domain is taken.',
} as const
export type DomainProblem = keyof typeof domainTexts

/** Endings and names reserved for documentation and tests (RFC 2606, 6761, 8375, 9476). */
const reservedNames = [
  'test',
  'example',
  'invalid',
  'alt',
  'arpa',
  'corp',
  'home',
  'mail',
  'example.com',
  'example.net',
  'example.org',
]

const isBelow = (name: string, above: string): boolean => name === above || name.endsWith(`.${above}`)

/** Why a name cannot be a custom domain, or null. Longer names leave no room for the TXT record's name. */
export function nameProblem(text: string, plain: string): DomainProblem | null {
  if (isIP(plainServer(text) ?? '')) return 'address'
  const fits = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(plain)
  if (!fits || plain.length > 240) return 'shape'
  if (!isPublicName(plain) || reservedNames.some((name) => isBelow(plain, name))) return 'reserved'
  const { domain, isIcann, isPrivate } = parse(plain, { allowPrivateDomains: true })
  if (!isIcann && !isPrivate) return 'reserved'
  return domain === null ? 'suffix' : null
}

/** Why a name cannot be this company's domain, or null. Only verified names count as taken. */
export async function ownershipProblem(
  tx: Tx,
  now_ms: number,
  companyId: string,
  domain: string,
): Promise<DomainProblem | null> {
  const { rows } = await tx.query<{ company_id: string; agency_id: string | null; host: string }>(
    `select company_id, agency_id, host from host where host = $1
       or (agency_id is null and right($1, length(host) + 1) = '.' || host)`,
    [domain],
  )
  if (rows.some((row) => row.agency_id === null)) return 'operators'
  if (rows.some((row) => row.company_id !== companyId)) return 'taken'
  return (await isReservedForAnother(tx, now_ms, domain, companyId)) ? 'taken' : null
}
