import type { DomainCause, ShownDomain } from '#contract/branding/custom-domain.ts'
import { endQuarantine, isReservedForAnother, releaseHost } from '#server/areas/branding/released-hosts.ts'
import { lockOwnBrand } from '#server/areas/branding/settings/own-brand.ts'
import { readBaseHost } from '#server/areas/branding/subdomain.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pendingFor_ms, type DomainState } from './domain-state.ts'
import { txtNameOf } from './inspect-domain.ts'

/** A company's domain as stored. */
export interface StoredDomain extends DomainState {
  companyId: string
  rootId: string
  domain: string
  token: string
  cause: DomainCause | null
  checkedAt: Date | null
}

interface Row {
  agency_id: string
  root_id: string
  domain: string
  token: string
  state: DomainState['state']
  cause: DomainCause | null
  tries: number
  failed_days: number
  named_at: Date
  checked_at: Date | null
  next_check_at: Date | null
}

const toStored = (row: Row): StoredDomain => ({
  companyId: row.agency_id,
  rootId: row.root_id,
  domain: row.domain,
  token: row.token,
  state: row.state,
  cause: row.cause,
  tries: row.tries,
  failedDays: row.failed_days,
  namedAt_ms: row.named_at.getTime(),
  checkedAt: row.checked_at,
  nextCheckAt_ms: row.next_check_at?.getTime() ?? null,
})

/** The domain that a company has set, or null. Locked for the transaction on request, so that checks do not race. */
export async function readDomainOf(tx: Tx, companyId: string, lock = false): Promise<StoredDomain | null> {
  const { rows } = await tx.query<Row>(`select * from custom_domain where agency_id = $1 ${lock ? 'for update' : ''}`, [
    companyId,
  ])
  return rows[0] ? toStored(rows[0]) : null
}

/** Due domains of a root whose companies still exist; the longest due first. */
export async function readDueDomains(tx: Tx, rootId: string, at: Date, most: number): Promise<StoredDomain[]> {
  const { rows } = await tx.query<Row>(
    `select custom_domain.* from custom_domain join company on company.id = custom_domain.agency_id and company.removed_at is null
     where custom_domain.root_id = $1 and next_check_at <= $2 order by next_check_at limit $3`,
    [rootId, at, most],
  )
  return rows.map(toStored)
}

/** Stores the result of a check. */
export async function saveLook(
  tx: Tx,
  at: Date,
  companyId: string,
  after: DomainState,
  cause: DomainCause | null,
): Promise<void> {
  await tx.query(
    `update custom_domain set state = $2, cause = $3, tries = $4, failed_days = $5, next_check_at = $6, checked_at = $7,
       verified_at = case when $2 = 'verified' then coalesce(verified_at, $7) end
     where agency_id = $1`,
    [
      companyId,
      after.state,
      cause,
      after.tries,
      after.failedDays,
      after.nextCheckAt_ms === null ? null : dateOf(after.nextCheckAt_ms),
      at,
    ],
  )
}

/** Serves a company at its domain; false if it belongs to somebody else. A company removed meanwhile stays offline. */
export async function openHost(tx: Tx, at: Date, { companyId, rootId, domain }: StoredDomain): Promise<boolean> {
  if (await isReservedForAnother(tx, at.getTime(), domain, companyId)) return false
  const { rows } = await tx.query(
    `insert into host (host, company_id, root_id, agency_id, verified_at) values ($1, $2, $3, $2, $4)
     on conflict (host) do update set verified_at = coalesce(host.verified_at, excluded.verified_at)
       where host.company_id = excluded.company_id
     returning host`,
    [domain, companyId, rootId, at],
  )
  if (rows.length === 0) return false
  await endQuarantine(tx, domain)
  await lockOwnBrand(tx, at.getTime(), { companyId, rootId, agencyId: companyId })
  return true
}

/** Stops serving the domain. If it was served, it stays reserved for the company for a while; then it is free. */
export async function closeHost(tx: Tx, at: Date, companyId: string, domain: string): Promise<void> {
  const { rowCount } = await tx.query('delete from host where host = $1 and company_id = $2 and not is_subdomain', [
    domain,
    companyId,
  ])
  if (rowCount) await releaseHost(tx, at, domain, companyId)
}

/** The target that a root's custom domains must point to. */
export async function readTarget(tx: Tx, rootId: string): Promise<string> {
  return (await readBaseHost(tx, rootId)) ?? ''
}

export async function showDomain(tx: Tx, companyId: string, rootId: string): Promise<ShownDomain> {
  const domain = await readDomainOf(tx, companyId)
  return {
    domain: domain?.domain ?? '',
    state: domain?.state ?? 'none',
    cause: domain?.cause ?? '',
    checked_at: domain?.checkedAt?.toISOString() ?? null,
    expires_at: domain?.state === 'pending' ? dateOf(domain.namedAt_ms + pendingFor_ms).toISOString() : null,
    failed_days: domain?.state === 'verified' ? domain.failedDays : 0,
    txt_name: domain ? txtNameOf(domain.domain) : '',
    txt_value: domain?.token ?? '',
    cname_target: domain ? await readTarget(tx, rootId) : '',
  }
}
