import type { Platform } from '#server/platform/platform.ts'

/** The company that a host represents in documents and on certificates. */
export interface Signature {
  name: string
  legalName: string
  /** The contact address. */
  contactEmail: string
  /** `#rrggbb`. */
  brandColor: string
}

/** The brand with which a host signs: its company's own, or the root's if it has none (R157); null without one. */
export async function readSignature(platform: Platform, host: string): Promise<Signature | null> {
  const { rows } = await platform.appPool.query<{
    name: string
    legal_name: string
    mail_from: string
    brand_color: string
  }>({ name: 'find-signature', text: findText, values: [host] })
  const row = rows[0]
  return row
    ? { name: row.name, legalName: row.legal_name, contactEmail: row.mail_from, brandColor: row.brand_color }
    : null
}

const findText = `
  select brand.name, brand.legal_name, brand.mail_from, brand.brand_color
  from host
  join brand on brand.company_id in (host.company_id, host.root_id)
  where host.host = $1 and host.verified_at is not null and host.removed_at is null
  order by (brand.company_id = host.company_id) desc
  limit 1`
