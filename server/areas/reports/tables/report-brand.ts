import type { Module } from '#contract/campaigns/modules.ts'
import type { ModuleName } from '#contract/branding/modules.ts'
import { readBrand } from '#server/areas/branding/read-brand.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The brand of a report, and its names for the modules. */
export interface ReportBrand {
  name: string
  /** `#rrggbb`. */
  color: string
  modules: Readonly<Record<Module, ModuleName>>
}

/** The agency's own brand, or the operator's if it has none (R157). */
export async function readReportBrand(
  platform: Platform,
  { rootId, agencyId }: { rootId: string; agencyId: string },
): Promise<ReportBrand> {
  const { name, brand_color, modules } = await readBrand(platform, rootId, agencyId)
  return { name, color: brand_color, modules }
}
