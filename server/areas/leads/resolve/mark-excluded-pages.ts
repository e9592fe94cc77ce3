import { acceptsPageOf } from '#server/areas/campaigns/modules/registry.ts'
import type { AcceptsPage } from '#server/areas/campaigns/modules/campaign-module.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readPages } from '../audiences/read-pages.ts'
import type { Campaign, Candidate } from './batch.ts'

/** Marks visits whose page is excluded by the campaign's page rules. URLs are only read for campaigns that have such rules. */
export async function markExcludedPages(tx: Tx, agencyId: string, candidates: readonly Candidate[]): Promise<void> {
  const tests = testsOf(candidates)
  if (tests.size === 0) return
  // A conversion counts even on an excluded page.
  const asking = candidates.filter(
    ({ event, match }) => match !== null && event.kind !== 'conversion' && tests.has(event.campaignId),
  )
  const pages = await readPages(
    tx,
    agencyId,
    asking.map(({ event }) => event.id),
  )
  for (const one of asking) one.isPageExcluded = !tests.get(one.event.campaignId)!(pages.get(one.event.id) ?? '')
}

/** The campaigns with page rules, each compiled once. */
function testsOf(candidates: readonly Candidate[]): Map<string, AcceptsPage> {
  const campaigns = new Map<string, Campaign>()
  for (const { campaign } of candidates) if (campaign) campaigns.set(campaign.id, campaign)
  const tests = new Map<string, AcceptsPage>()
  for (const [id, campaign] of campaigns) {
    const test = acceptsPageOf(campaign.module, campaign.moduleSettings)
    if (test) tests.set(id, test)
  }
  return tests
}
