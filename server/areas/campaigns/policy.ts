import type { Caller } from '#server/platform/http/call.ts'
import { forbidden } from '#server/platform/failure.ts'

/**
 * Whether the caller may make and change campaigns. Clients may only when their agency lets them (OQ-12: the
 * specification's disable_client_add_campaign is T), which is kept as their `campaign.create` permission.
 */
export function mayManageCampaigns(caller: Caller): boolean {
  if (caller.kind === 'agencyOwner') return true
  if (caller.kind === 'administrator')
    return caller.permissions['all'] || caller.permissions['campaign.update'] || false
  return caller.kind === 'client' && caller.permissions['campaign.create'] === true
}

/** What the operation's declaration cannot ask: clients whom their agency does not let are refused. */
export function refuseUnlessLetIn(caller: Caller): void {
  if (caller.kind === 'client' && !mayManageCampaigns(caller)) throw forbidden('Your agency manages your campaigns.')
}

/** Prices are the agency's to set. */
export const maySetPrices = (caller: Caller): boolean => caller.kind !== 'client' && mayManageCampaigns(caller)

/** What the agency pays is nothing that its clients see. */
export const seesWholesale = (caller: Caller): boolean => caller.kind !== 'client'
