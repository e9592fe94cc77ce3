import type { TenantPath } from '#server/platform/call.ts'

/** Where a company's banners are stored: for the operator's own, the root's id stands in for the agency's. */
export interface BannerOwner {
  rootId: string
  agencyId: string
  clientId: string | null
  companyId: string
}

export const bannerOwnerOf = ({ rootId, agencyId, clientId }: TenantPath): BannerOwner => ({
  rootId,
  agencyId: agencyId ?? rootId,
  clientId,
  companyId: clientId ?? agencyId ?? rootId,
})
