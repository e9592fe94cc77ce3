import { mayUse } from '#contract/guards/access-context.ts'
import { unpaidProblem } from '#contract/guards/unpaid.ts'
import type { Caller } from '#server/platform/call.ts'
import { accessDenied } from '#server/platform/failure.ts'

/**
 * Whether the caller may create and change campaigns: never the operator's users (R031), and clients only if their
 * agency allows it (OQ-12: the specification's disable_client_add_campaign is T).
 */
const mayManageCampaigns = ({ kind, rights }: Caller): boolean =>
  kind !== 'rootSystem' && kind !== 'rootAdmin' && rights !== null && mayUse(rights, 'campaign.update')

/** A check that the operation's declaration can't express: clients whose agency doesn't allow it are rejected. */
export function assertMayCreateCampaigns(caller: Caller): void {
  if (caller.kind === 'client' && !mayManageCampaigns(caller)) throw accessDenied('Your agency manages your campaigns.')
  // The operator's developers have the same limits as its users (R031).
  if (caller.kind === 'developer' && caller.agencyId === null) throw accessDenied('Agencies manage their campaigns.')
}

/** Only the agency sets prices. */
export const maySetPrices = (caller: Caller): boolean => caller.kind !== 'client' && mayManageCampaigns(caller)

/** Clients don't see what the agency pays. */
export const seesWholesale = (caller: Caller): boolean => caller.kind !== 'client'

/** Nothing that costs money can start while the agency hasn't paid what it owes. */
export function assertPaid({ rights }: Caller): void {
  const problem = rights && unpaidProblem(rights)
  if (problem) throw accessDenied(problem)
}
