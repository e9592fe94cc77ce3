import type { CampaignDetail, CampaignStatus } from '#contract/campaigns/campaign.ts'
import { wireFieldOf } from '#contract/campaigns/field-names.ts'
import { recordActivity } from '#server/areas/activity/public.ts'
import { publishEvents, saveReportRecipients } from '#server/areas/integrations/public.ts'
import { askTopUp, readBalance } from '#server/areas/prepaid/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { assertAgreed } from './assert-agreed.ts'
import type { Campaign } from './campaign.ts'
import { findBlockers } from './check-settings.ts'
import { keepCampaignName } from './keep-campaign-name.ts'
import { assertPaid, assertMayCreateCampaigns } from './policy.ts'
import { countCampaigns, lockCampaign, savePixel } from './queries.ts'
import { assertModuleEnabled } from './assert-module-enabled.ts'
import { showCampaign } from './show-campaign.ts'

/** Starts or pauses a campaign. Asking for the state that it is in changes nothing. */
export async function setCampaignActive(
  id: string,
  status: 'active' | 'pause',
  call: SignedInCall,
): Promise<CampaignDetail> {
  const changed = await change(id, call, async (tx, before, today) => {
    if (before.status === 'archived') throw conflict('An archived campaign must be taken out of the archive first.')
    if (before.status === status) return before
    if (status === 'pause') assertRuns(before)
    else {
      assertPaid(call.caller)
      assertNotBlocked(before, today)
      await assertModuleEnabled(tx, before.clientId, before.module)
      await assertAgreed(tx, call, before.module)
      // What is bought beforehand is bought once it runs.
      if (await readBalance(tx, before.agencyId, id)) await askTopUp(tx, before, id)
    }
    return save(tx, before, status, call)
  })
  return showCampaign(changed, call)
}

/** Puts a campaign away, or takes it back out, paused. */
export async function archiveCampaign(id: string, isArchived: boolean, call: SignedInCall): Promise<CampaignDetail> {
  const changed = await change(id, call, async (tx, before) => {
    if ((before.status === 'archived') === isArchived) return before
    assertNoneActive(before)
    return save(tx, before, isArchived ? 'archived' : 'pause', call)
  })
  return showCampaign(changed, call)
}

/** Removes a campaign for good. Its leads, visits and money stay; its pixel and its recipients do not. */
export async function removeCampaign(id: string, call: SignedInCall): Promise<void> {
  const now_ms = call.platform.clock.now()
  await change(id, call, async (tx, before) => {
    assertNoneActive(before)
    await tx.query('update campaign set removed_at = $3, updated_at = $3 where agency_id = $1 and id = $2', [
      before.agencyId,
      id,
      dateOf(now_ms),
    ])
    await keepCampaignName(tx, before.agencyId, id)
    await savePixel(tx, before, dateOf(now_ms), false)
    await countCampaigns(tx, before.clientId, { campaigns: before.status === 'archived' ? 0 : -1 })
    const { rootId, agencyId, clientId } = before
    await saveReportRecipients(tx, { rootId, agencyId, clientId, campaignId: id }, now_ms, [])
    return before
  })
}

async function change(
  id: string,
  call: SignedInCall,
  work: (tx: Tx, before: Campaign, today: string) => Promise<Campaign>,
): Promise<Campaign> {
  assertMayCreateCampaigns(call.caller)
  return call.inScope(async (tx) => {
    const before = await lockCampaign(tx, call.object!.agencyId!, id)
    if (!before) throw notFound()
    return work(tx, before, localDateAt(call.platform.clock.now(), before.timeZone))
  })
}

async function save(tx: Tx, before: Campaign, status: CampaignStatus, call: SignedInCall): Promise<Campaign> {
  const updatedAt = dateOf(Math.max(call.platform.clock.now(), before.updatedAt.getTime() + 1))
  await tx.query(
    `update campaign set status = $3, updated_at = $4,
            minimum_since = case when $3 = 'active' then $4 else minimum_since end
      where agency_id = $1 and id = $2`,
    [before.agencyId, before.id, status, updatedAt],
  )
  await savePixel(tx, before, updatedAt, status !== 'archived')
  await countCampaigns(tx, before.clientId, {
    campaigns: Number(before.status === 'archived') - Number(status === 'archived'),
    active: Number(status === 'active') - Number(before.status === 'active'),
  })
  await publishEvents(tx, before, call.platform.clock.now(), 'campaign.status_changed', [
    { clientId: before.clientId, data: { id: before.id, client_id: before.clientId, from: before.status, to: status } },
  ])
  await recordActivity(tx, call, {
    action:
      status === 'archived' || before.status === 'archived' ? 'campaign.archiveCampaign' : 'campaign.setCampaignActive',
    target: { kind: 'campaign', id: before.id },
    campaignId: before.id,
    from: { status: before.status },
    to: { status, changed: ['status'], updated_at: updatedAt },
  })
  return { ...before, status, updatedAt }
}

function assertNotBlocked(campaign: Campaign, today: string): void {
  const blockers = findBlockers(campaign, today)
  if (blockers.length === 0) return
  throw new Failure('invalid', {
    field: wireFieldOf(blockers[0]!.field),
    message: blockers.map(({ message }) => message).join(' '),
    problems: blockers.map((one) => ({ ...one, field: wireFieldOf(one.field) })),
  })
}

function assertNoneActive(campaign: Campaign): void {
  if (campaign.status === 'active') throw conflict('Pause the campaign first.')
}

/** One that was never started, or that the operator stopped, stays known as such. */
function assertRuns(campaign: Campaign): void {
  if (campaign.status !== 'active') throw conflict('Only a campaign that runs can be paused.')
}

const conflict = (message: string): Failure => new Failure('conflict', { message })
