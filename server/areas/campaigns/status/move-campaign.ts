import type { CampaignStatus } from '#contract/campaigns/campaign.ts'
import { wireFieldOf } from '#contract/campaigns/field-names.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { publishEvents } from '#server/areas/integrations/publish-events.ts'
import { requestTopUp } from '#server/areas/prepaid/funds.ts'
import { readBalance } from '#server/areas/prepaid/balances.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { assertAgreed } from './assert-agreed.ts'
import { assertModuleEnabled } from './assert-module-enabled.ts'
import type { Campaign } from '../campaign.ts'
import { findBlockers } from '../settings/check-settings.ts'
import { assertPaid } from '../policy.ts'
import { countCampaigns, savePixel } from '../queries.ts'

/** Changes to a campaign's status. */
export type Move = 'start' | 'pause' | 'archive' | 'unarchive'

const leadsTo: Readonly<Record<Move, CampaignStatus>> = {
  start: 'active',
  pause: 'pause',
  archive: 'archived',
  unarchive: 'pause',
}

/** The status after a move; the current one if the move changes nothing. */
export const targetOf = ({ status }: Campaign, move: Move): CampaignStatus =>
  move === 'unarchive' && status !== 'archived' ? status : leadsTo[move]

/** Throws unless a campaign may be moved; a move that changes nothing is always allowed. Writes nothing. */
export async function checkMove(tx: Tx, call: SignedInCall, before: Campaign, move: Move): Promise<void> {
  if (targetOf(before, move) === before.status) return
  if (before.status === 'archived' && move !== 'unarchive') throw conflict('Unarchive the campaign first.')
  if (move === 'archive') assertNoneActive(before)
  if (move === 'pause') assertRuns(before)
  if (move === 'start') await assertMayStart(tx, call, before)
}

/** Moves a locked campaign. A move to the current status changes nothing. */
export async function makeMove(tx: Tx, call: SignedInCall, before: Campaign, move: Move): Promise<Campaign> {
  const status = targetOf(before, move)
  if (status === before.status) return before
  await checkMove(tx, call, before, move)
  // Prepaid leads are bought once the campaign runs.
  if (move === 'start' && (await readBalance(tx, before.agencyId, before.id))) await requestTopUp(tx, before, before.id)
  return save(tx, before, status, call)
}

async function assertMayStart(tx: Tx, call: SignedInCall, before: Campaign): Promise<void> {
  assertPaid(call.caller)
  assertNotBlocked(before, localDateAt(call.platform.clock.now(), before.timeZone))
  await assertModuleEnabled(tx, before, before.module)
  await assertAgreed(tx, call, before.module)
}

async function save(tx: Tx, before: Campaign, status: CampaignStatus, call: SignedInCall): Promise<Campaign> {
  const now_ms = call.platform.clock.now()
  const updatedAt = dateOf(Math.max(now_ms, before.updatedAt.getTime() + 1))
  await tx.query(
    `update campaign set status = $3, updated_at = $4,
            minimum_since = case when $3 = 'active' then $4 else minimum_since end,
            active_since = case when $3 = 'active' then $5::timestamptz end
      where agency_id = $1 and id = $2`,
    [before.agencyId, before.id, status, updatedAt, dateOf(now_ms)],
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

export function assertNoneActive(campaign: Campaign): void {
  if (campaign.status === 'active') throw conflict('Pause the campaign first.')
}

/** Drafts and campaigns that the operator stopped keep their status. */
function assertRuns(campaign: Campaign): void {
  if (campaign.status !== 'active') throw conflict('Only a running campaign can be paused.')
}

const conflict = (message: string): Failure => new Failure('conflict', { message })
