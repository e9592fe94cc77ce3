import type { Pool } from 'pg'
import { companyWindowOf } from '#server/areas/campaigns/modules/registry.ts'
import { readWork } from '#server/areas/identity/read-information.ts'
import type { Campaign, Candidate } from './batch.ts'

/** Whether a campaign needs people's employment. */
const asksForWork = (campaign: Campaign | null): boolean =>
  campaign !== null && companyWindowOf(campaign.module, campaign.moduleSettings) !== null

/** Adds job and company to the candidates whose campaign needs them. */
export async function addWork(identityPool: Pool, candidates: readonly Candidate[]): Promise<void> {
  const asking = candidates.filter(({ campaign, match, optedOut }) => match && !optedOut && asksForWork(campaign))
  const workOf = await readWork(identityPool, [...new Set(asking.map(({ match }) => match!.person.id))])
  for (const candidate of asking) {
    candidate.work = workOf.get(candidate.match!.person.id) ?? candidate.work
    candidate.company = candidate.work.get('company_domain') ?? null
  }
}
