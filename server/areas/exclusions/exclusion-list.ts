import type { ExclusionLevel } from '#contract/exclusions/lists.ts'
import type { TenantPath } from '#server/platform/call.ts'
import type { Scope } from '#server/platform/database/tx.ts'

/** Identifies an exclusion list. */
export interface ExclusionList {
  level: ExclusionLevel
  rootId: string
  /** The root's id for the root's list. */
  agencyId: string
  clientId: string | null
  campaignId: string | null
  /** The id of the owning company or campaign. */
  listId: string
}

export function listOfCompany({ rootId, agencyId, clientId }: TenantPath): ExclusionList {
  const level = clientId !== null ? 'client' : agencyId !== null ? 'agency' : 'root'
  const listId = clientId ?? agencyId ?? rootId
  return { level, rootId, agencyId: agencyId ?? rootId, clientId, campaignId: null, listId }
}

export const listOfCampaign = ({ rootId, agencyId, clientId }: TenantPath, campaignId: string): ExclusionList => ({
  level: 'campaign',
  rootId,
  agencyId: agencyId!,
  clientId,
  campaignId,
  listId: campaignId,
})

/** The scope in which jobs work on a list. */
export const scopeOfList = ({ rootId, agencyId }: Pick<ExclusionList, 'rootId' | 'agencyId'>): Scope =>
  agencyId === rootId ? { kind: 'root', rootId } : { kind: 'agency', rootId, agencyId }

/** Jobs for the lists of one agency run one at a time: many uploads of its campaigns hold only one worker. */
export const queueOf = ({ agencyId }: Pick<ExclusionList, 'agencyId'>): string => `exclusions-${agencyId}`
