import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'

export interface NewBrand {
  companyId: string
  rootId: string
  /** Null for a root. */
  agencyId: string | null
  name: string
  legalName: string
  /** `#rrggbb` in lower case. */
  color: string
  mailFrom: string
  logoSvg: string | null
  /** The company's names for modules. */
  modules: Readonly<Record<string, unknown>>
  /** Lower case; assumed to be verified as the company's. */
  hosts: readonly string[]
}

/** Gives a company a brand and the host names at which it shows. */
export async function addBrand(tx: Tx, now_ms: number, brand: NewBrand): Promise<void> {
  const { companyId, rootId, agencyId } = brand
  const at = dateOf(now_ms)
  await tx.query(
    `insert into brand (company_id, root_id, agency_id, name, legal_name, logo_svg, brand_color, mail_from, modules, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      companyId,
      rootId,
      agencyId,
      brand.name,
      brand.legalName,
      brand.logoSvg,
      brand.color,
      brand.mailFrom,
      JSON.stringify(brand.modules),
      at,
    ],
  )
  for (const host of brand.hosts) await addHost(tx, at, { host, companyId, rootId, agencyId })
}

interface NewHost {
  host: string
  companyId: string
  rootId: string
  agencyId: string | null
}

/** Adds a company's host. */
async function addHost(tx: Tx, at: Date, { host, companyId, rootId, agencyId }: NewHost): Promise<void> {
  const isSubdomain = agencyId !== null && (await isFirstSubdomain(tx, { host, companyId, rootId }))
  // Plain values: a cluster inserts nothing, without an error, if a selected condition needs no table after all.
  await tx.query(
    `insert into host (host, company_id, root_id, agency_id, verified_at, is_subdomain) values ($1, $2, $3, $4, $5, $6)`,
    [host, companyId, rootId, agencyId, at, isSubdomain],
  )
}

/** The first of an agency's names directly below a host of the root is its subdomain. */
async function isFirstSubdomain(
  tx: Tx,
  { host, companyId, rootId }: Pick<NewHost, 'host' | 'companyId' | 'rootId'>,
): Promise<boolean> {
  const { rows } = await tx.query<{ is_first: boolean }>(
    `select exists (select from host root where root.company_id = $3 and $1 = split_part($1, '.', 1) || '.' || root.host)
        and not exists (select from host own where own.company_id = $2 and own.is_subdomain) as is_first`,
    [host, companyId, rootId],
  )
  return rows[0]!.is_first
}
