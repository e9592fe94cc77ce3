import type { Platform } from '#server/platform/platform.ts'

/** The company that a host represents in documents and on certificates. */
export interface Signature {
  companyId: string
  name: string
  legalName: string
  /** The contact address. */
  contactEmail: string
  /** `#rrggbb`. */
  brandColor: string
  logo_svg: string | null
  /** ISO 3166 code; empty if unknown. */
  country: string
}

/** The brand with which a host signs: its company's own, or the root's if it has none (R157); null without one. */
export async function readSignature(platform: Platform, host: string): Promise<Signature | null> {
  const { rows } = await platform.appPool.query<Signature>({
    name: 'find-signature',
    text: findText,
    values: [host],
  })
  return rows[0] ?? null
}

const findText = `
  select brand.company_id as "companyId", brand.name, brand.legal_name as "legalName", brand.mail_from as "contactEmail",
    brand.brand_color as "brandColor", brand.logo_svg, coalesce(brand.country_code, '') as country
  from host
  join brand on brand.company_id in (host.company_id, host.root_id)
  where host.host = $1 and host.verified_at is not null and host.removed_at is null
  order by (brand.company_id = host.company_id) desc
  limit 1`
