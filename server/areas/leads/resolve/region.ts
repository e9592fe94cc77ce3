import type { Campaign, Candidate } from './batch.ts'

/** Whether a person lives in a state where the agency forbids identification. An unknown home counts as allowed. */
export const isForbiddenHome = (campaign: Campaign | null, { state }: { state: string | null }): boolean =>
  campaign !== null && state !== null && campaign.forbiddenStates.has(state)

/** Whether the person must not be stored, neither on the visit nor with a cookie. */
export const isHidden = ({ campaign, optedOut, match }: Candidate): boolean =>
  optedOut || (match !== null && isForbiddenHome(campaign, match.person))
