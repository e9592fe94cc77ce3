import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import { leftOf } from '#server/areas/prepaid/draw.ts'
import { lockBalances, readLots } from '#server/areas/prepaid/balances.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Campaign } from '../campaign.ts'
import { indexCampaignName } from '../changes/index-campaign-name.ts'
import { assertNoneActive, makeMove, type Move } from './move-campaign.ts'
import { assertMayCreateCampaigns } from '../policy.ts'
import { countCampaigns, lockCampaign, savePixel } from '../queries.ts'
import { showCampaign } from '../read/show-campaign.ts'

/** Starts or pauses a campaign. Requesting its current status changes nothing. */
export const setCampaignActive = (
  id: string,
  status: 'active' | 'pause',
  call: SignedInCall,
): Promise<CampaignDetail> => move(id, status === 'active' ? 'start' : 'pause', call)

/** Archives a campaign, or unarchives it as paused. */
export const archiveCampaign = (id: string, isArchived: boolean, call: SignedInCall): Promise<CampaignDetail> =>
  move(id, isArchived ? 'archive' : 'unarchive', call)

const move = async (id: string, how: Move, call: SignedInCall): Promise<CampaignDetail> =>
  showCampaign(await change(id, call, (tx, before) => makeMove(tx, call, before, how)), call)

/** Removes a campaign permanently. Leads, visits and transfers stay; its pixel and recipients don't. */
export async function removeCampaign(id: string, call: SignedInCall): Promise<void> {
  const now_ms = call.platform.clock.now()
  await change(id, call, async (tx, before) => {
    assertNoneActive(before)
    await assertNothingPrepaid(tx, before)
    await tx.query('update campaign set removed_at = $3, updated_at = $3 where agency_id = $1 and id = $2', [
      before.agencyId,
      id,
      dateOf(now_ms),
    ])
    await indexCampaignName(tx, before.agencyId, id)
    await savePixel(tx, before, dateOf(now_ms), false)
    await countCampaigns(tx, before.clientId, { campaigns: before.status === 'archived' ? 0 : -1 })
    const { rootId, agencyId, clientId } = before
    await saveReportRecipients(tx, { rootId, agencyId, clientId, campaignId: id }, now_ms, [])
    return before
  })
}

/** In whole cents, since less can't be refunded. After removal no page offers the refund any more. */
async function assertNothingPrepaid(tx: Tx, { agencyId, id }: Campaign): Promise<void> {
  await lockBalances(tx, agencyId, [id])
  const lots = (await readLots(tx, agencyId, [id])).get(id)!
  if (leftOf(lots) >= 100) throw new Failure('conflict', { message: 'Refund its remaining prepaid leads first.' })
}

async function change(
  id: string,
  call: SignedInCall,
  work: (tx: Tx, before: Campaign) => Promise<Campaign>,
): Promise<Campaign> {
  assertMayCreateCampaigns(call.caller)
  return call.inScope(async (tx) => {
    const before = await lockCampaign(tx, call.object!.agencyId!, id)
    if (!before) throw notFound()
    return work(tx, before)
  })
}
