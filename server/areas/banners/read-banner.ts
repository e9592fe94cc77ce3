import type { Banner, BannerRow } from '#contract/banners/banners.ts'
import type { Drawing } from '#contract/banners/drawing.ts'
import type { BannerSize } from '#contract/banners/sizes.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** A banner as it is stored. */
export interface StoredBanner {
  id: string
  companyId: string
  companyName: string
  name: string
  size: BannerSize
  clickUrl: string
  drawing: Drawing
  version: number
  archivedAt: Date | null
  updatedAt: Date
}

export const bannerColumns = `banner.id, banner.company_id as "companyId", company.name as "companyName", banner.name, banner.size,
  banner.click_url as "clickUrl", banner.drawing, banner.version, banner.archived_at as "archivedAt",
  banner.updated_at as "updatedAt"`

/** One banner, locked until the transaction ends if it is about to be changed. */
export async function readBanner(
  tx: Tx,
  agencyId: string,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<StoredBanner> {
  const { rows } = await tx.query<StoredBanner>(
    `select ${bannerColumns} from banner join company on company.id = banner.company_id
      where banner.agency_id = $1 and banner.id = $2 ${options.forUpdate ? 'for update of banner' : ''}`,
    [agencyId, id],
  )
  if (!rows[0]) throw new Error('the banner no longer exists')
  return rows[0]
}

export const presentRow = (banner: StoredBanner): BannerRow => ({
  id: banner.id,
  name: banner.name,
  size: banner.size,
  company_id: banner.companyId,
  company_name: banner.companyName,
  status: banner.archivedAt ? 'archived' : 'active',
  version: banner.version,
  drawing: banner.drawing,
  updated_at: banner.updatedAt.toISOString(),
})

export const presentBanner = (banner: StoredBanner): Banner => ({ ...presentRow(banner), click_url: banner.clickUrl })
