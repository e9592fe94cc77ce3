import { mayUse } from '#contract/guards/access-context.ts'
import { unpaidProblem } from '#contract/guards/unpaid.ts'
import type { Caller } from '#server/platform/call.ts'
import { forbidden } from '#server/platform/failure.ts'

/**
 * Whether the caller may make and change campaigns: people of the operator never (R031), clients only when their agency
 * lets them (OQ-12: the specification's disable_client_add_campaign is T).
 */
export const mayManageCampaigns = ({ kind, rights }: Caller): boolean =>
  kind !== 'rootSystem' && kind !== 'rootAdmin' && rights !== null && mayUse(rights, 'campaign.update')

/** What the operation's declaration cannot ask: clients whom their agency does not let are refused. */
export function assertMayCreateCampaigns(caller: Caller): void {
  if (caller.kind === 'client' && !mayManageCampaigns(caller)) throw forbidden('Your agency manages your campaigns.')
  // A developer of the operator reaches what its people do (R031).
  if (caller.kind === 'developer' && caller.agencyId === null) throw forbidden('Agencies manage their campaigns.')
}

/** Prices are the agency's to set. */
export const maySetPrices = (caller: Caller): boolean => caller.kind !== 'client' && mayManageCampaigns(caller)

/** What the agency pays is nothing that its clients see. */
export const seesWholesale = (caller: Caller): boolean => caller.kind !== 'client'

/** Nothing that costs money begins while the agency does not pay for what it has. */
export function assertPaid({ rights }: Caller): void {
  const problem = rights && unpaidProblem(rights)
  if (problem) throw forbidden(problem)
}
