import type { Boot, BootBrand, readDomain } from '#contract/branding/domain.ts'
import { modulesWith } from '#contract/branding/modules.ts'
import { toFlag } from '#contract/core/wire.ts'
import { notFound } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/call.ts'
import type { Platform } from '#server/platform/platform.ts'

interface BrandRow {
  company_id: string
  root_id: string
  agency_id: string | null
  name: string
  legal_name: string
  logo_svg: string | null
  brand_color: string
  font: string
  support_url: string | null
  modules: Parameters<typeof modulesWith>[0]
}

/** The brand that a host shows: its company's, or the root's while an agency has none of its own (R157). */
async function findBrand(platform: Platform, host: string): Promise<BrandRow | null> {
  const { rows } = await platform.appPool.query<BrandRow>({ name: 'find-brand', text: findText, values: [host] })
  return rows[0] ?? null
}

const findText = `
  select host.company_id, host.root_id, host.agency_id, brand.name, brand.legal_name, brand.logo_svg,
    brand.brand_color, brand.font, brand.support_url, brand.modules
  from host
  join brand on brand.company_id in (host.company_id, host.root_id)
  where host.host = $1 and host.verified_at is not null
  order by (brand.company_id = host.company_id) desc
  limit 1`

const presentBrand = (row: BrandRow): BootBrand => ({
  company_id: row.company_id,
  root_id: row.root_id,
  rootcomp: toFlag(row.agency_id === null),
  name: row.name,
  legal_name: row.legal_name,
  logo_svg: row.logo_svg,
  brand_color: row.brand_color,
  font: row.font,
  support_url: row.support_url,
  modules: modulesWith(row.modules),
})

/** What the HTML of a host's pages carries, or null for a host that nobody answers at. */
export async function readBoot(platform: Platform, host: string): Promise<Boot | null> {
  const row = await findBrand(platform, host)
  return row && { host, brand: presentBrand(row) }
}

export const handleReadDomain: OpenHandler<typeof readDomain> = async ({ params }, { platform }) => {
  const row = await findBrand(platform, params.hostID)
  if (!row) throw notFound()
  const brand = presentBrand(row)
  return {
    result: 'success',
    data: {
      idsys: brand.company_id,
      masteridsys: brand.root_id,
      companyrootname: brand.name,
      companyrootlegalname: brand.legal_name,
      domain: params.hostID,
      subdomain: params.hostID.split('.')[0] ?? '',
      rootcomp: brand.rootcomp,
      brand_color: brand.brand_color,
      font_theme: brand.font,
      logo_svg: brand.logo_svg,
      support_url: brand.support_url,
      modules: brand.modules,
    },
  }
}
