import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import { lockProductsShared } from './lock-companies.ts'
import { indexCompanyNames } from './index-company-names.ts'

export interface NewCompany {
  id: string
  kind: 'root' | 'agency' | 'client'
  name: string
  rootId: string
  /** The agency itself for an agency, its agency for a client, null for a root. */
  agencyId: string | null
  /** It registered itself, so its owner completes the setup first. */
  needsSetup?: boolean
  /** The person whose referral link it used. */
  referrer?: { code: string; userId: string } | null
}

/**
 * Adds a company to the tree together with its row of stored counts and its name, and counts it with its parent. Until the
 * transaction ends, a client's agency is not removed, loses no product and keeps its time zone. Throws `not_found` if it
 * was just removed.
 */
export async function addCompany(tx: Tx, now_ms: number, company: NewCompany): Promise<void> {
  const clientId = company.kind === 'client' ? company.id : null
  if (company.kind === 'client') await lockProductsShared(tx, company.agencyId!)
  const timeZone = await readZoneAbove(tx, company)
  await tx.query(
    `insert into company (id, kind, root_id, agency_id, client_id, name, time_zone, created_at, setup_complete,
            referral_code, referred_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      company.id,
      company.kind,
      company.rootId,
      company.agencyId,
      clientId,
      company.name,
      timeZone,
      dateOf(now_ms),
      company.needsSetup !== true,
      company.referrer?.code ?? null,
      company.referrer?.userId ?? null,
    ],
  )
  await tx.query('insert into company_count (company_id, root_id, agency_id, client_id) values ($1, $2, $3, $4)', [
    company.id,
    company.rootId,
    company.agencyId,
    clientId,
  ])
  if (company.agencyId === null) return
  await indexCompanyNames(tx, company.agencyId, [company.id])
  const parentId = company.kind === 'agency' ? company.rootId : company.agencyId
  await tx.query('update company_count set companies = companies + 1 where company_id = $1', [parentId])
}

/** A new company starts in the time zone of the one above; the operator's is the default (K026). */
async function readZoneAbove(tx: Tx, { kind, rootId, agencyId }: NewCompany): Promise<string> {
  const aboveId = kind === 'client' ? agencyId : rootId
  const { rows } = await tx.query<{ zone: string }>(
    'select time_zone as zone from company where id = $1 and removed_at is null',
    [aboveId],
  )
  if (!rows[0] && kind === 'client') throw notFound()
  return rows[0]?.zone ?? 'America/Chicago'
}
