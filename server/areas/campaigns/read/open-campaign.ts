import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { readCampaign } from '../queries.ts'
import { showCampaign } from './show-campaign.ts'

/** Reads one campaign for its form. Throws `not_found` for a removed one. */
export async function openCampaign(id: string, call: SignedInCall): Promise<CampaignDetail> {
  const campaign = await call.inScope((tx) => readCampaign(tx, call.object!.agencyId!, id))
  if (!campaign) throw notFound()
  return showCampaign(campaign, call)
}
