import { maxZips } from '#contract/campaigns/campaign.ts'
import { wireFieldOf } from '#contract/campaigns/field-names.ts'
import { changeOf, type CampaignTarget } from '#contract/keywords/campaign-of-count.ts'
import type { applyCount as operation } from '#contract/keywords/counts.ts'
import { assertMayCreateCampaigns } from '#server/areas/campaigns/policy.ts'
import { readZipsOfStates } from '#server/areas/campaigns/places/list-places.ts'
import { updateCampaign } from '#server/areas/campaigns/changes/update-campaign.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, withFieldNames } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findCount, type CountRow } from './counts.ts'
import { locationsOf, type Target } from './target.ts'

/** Applies a count's targeting to the campaign through the regular use case; the log keeps both values. */
export const applyCount: Handler<typeof operation> = async ({ params, body }, call) => {
  assertMayCreateCampaigns(call.caller)
  const { keyword, target } = await call.inScope((tx) => readApplied(tx, call, params.id, body.count_id))
  const change = changeOf(params.id, {
    updated_at: body.updated_at,
    ...(params.type !== 'location' && { keyword }),
    ...(params.type !== 'keyword' && { target }),
  })
  await withFieldNames(wireFieldOf, () => updateCampaign(change, call, 'campaign.applyCount'))
  return { result: 'success', message: 'Changes saved successfully' }
}

async function readApplied(
  tx: Tx,
  { object }: SignedInCall,
  campaignId: string,
  countId: string,
): Promise<{ keyword: string; target: CampaignTarget }> {
  const count: CountRow | null = await findCount(tx, object!.agencyId!, campaignId, countId)
  if (!count) throw invalid('count_id', 'Count not found.')
  if (count.status !== 'done')
    throw new Failure('conflict', { field: 'count_id', message: 'Only a count that is done can be applied.' })
  return { keyword: count.keyword, target: await campaignTargetOf(tx, count.target) }
}

/** In the fields of a campaign, which has no cities: they become their ZIP codes. */
async function campaignTargetOf(tx: Tx, target: Target): Promise<CampaignTarget> {
  const locations = await locationsOf(tx, target)
  if (locations === null || locations.zips.length === 0) return target
  const zips = [...new Set([...locations.zips, ...(await readZipsOfStates(tx, locations.states))])]
  if (zips.length > maxZips)
    throw new Failure('conflict', {
      field: 'count_id',
      message: `These places have more than ${maxZips.toLocaleString('en-US')} ZIP codes. Count fewer states.`,
    })
  return { location: 'Zip Code', states: [], zips }
}
