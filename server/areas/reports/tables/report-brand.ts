import type { Module } from '#contract/campaigns/modules.ts'
import type { ModuleName } from '#contract/branding/modules.ts'
import type { StoredLook } from '#server/areas/branding/read-paper-brand.ts'
import { readBrand } from '#server/areas/branding/read-brand.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The brand of a report, and its names for the modules. */
export interface ReportBrand extends StoredLook {
  /** ISO 3166 code; empty if unknown. */
  country: string
  modules: Readonly<Record<Module, ModuleName>>
}

/** The agency's own brand, or the operator's if it has none (R157). */
export async function readReportBrand(
  platform: Platform,
  { rootId, agencyId }: { rootId: string; agencyId: string },
): Promise<ReportBrand> {
  const {
    company_id: companyId,
    name,
    brand_color: color,
    logo_svg,
    modules,
  } = await readBrand(platform, rootId, agencyId)
  const { rows } = await platform.appPool.query<{ country: string }>(
    `select coalesce(country_code, '') as country from brand where company_id = $1`,
    [companyId],
  )
  return { companyId, name, color, logo_svg, country: rows[0]?.country ?? '', modules }
}
