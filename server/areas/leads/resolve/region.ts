import type { Campaign, Candidate } from './batch.ts'

/** Whether somebody lives in a state where their agency lets nobody be identified. A home that is not known is in none. */
export const isForbiddenHome = (campaign: Campaign | null, { state }: { state: string | null }): boolean =>
  campaign !== null && state !== null && campaign.forbiddenStates.has(state)

/** Of whom nothing is written down, neither on the visit nor with a cookie. */
export const isHidden = ({ campaign, optedOut, match }: Candidate): boolean =>
  optedOut || (match !== null && isForbiddenHome(campaign, match.person))
