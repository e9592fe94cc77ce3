import { sentences } from '#contract/core/sentences.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { CampaignSettings } from './campaign.ts'
import { moduleOf } from './modules/registry.ts'

/**
 * What a campaign's module asks of it whenever it is saved, by the operator's settings and data as they are now: that the
 * limit is not below the module's fewest leads (C102) and that the places it wants can be promised (C098). What was saved
 * before stays as long as it is left alone. Throws `invalid`.
 */
export async function checkModule(
  tx: Tx,
  call: SignedInCall,
  module: Module,
  after: CampaignSettings,
  before: CampaignSettings | null,
): Promise<void> {
  const { rootId } = call.object!
  await checkLimit(tx, rootId, module, after, before)
  const { identityPool, clock } = call.platform
  await moduleOf(module).checkPlaces?.(placesOf(after), before && placesOf(before), {
    tx,
    rootId,
    identityPool,
    now_ms: clock.now(),
  })
}

async function checkLimit(
  tx: Tx,
  rootId: string,
  module: Module,
  { limitLeads, limitPeriod }: CampaignSettings,
  before: CampaignSettings | null,
): Promise<void> {
  if (limitLeads === null || (limitLeads === before?.limitLeads && limitPeriod === before.limitPeriod)) return
  const least = (await moduleOf(module).leastLimit?.(tx, rootId, limitPeriod)) ?? 0
  if (limitLeads < least) throw invalid('leadLimit', sentences.tooLow.replace('{n}', String(least)))
}

const placesOf = (campaign: CampaignSettings) => ({ people: campaign, settings: campaign.moduleSettings })
