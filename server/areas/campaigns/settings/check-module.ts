import { sentences } from '#contract/core/sentences.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { CampaignSettings } from '../campaign.ts'
import { moduleOf } from '../modules/registry.ts'

/**
 * The module's checks on every save, by the operator's current settings and data: the limit is not below the module's
 * minimum (C102) and the targeted places can be promised (C098). Saved values remain valid as long as they don't
 * change. Throws `invalid`.
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
  if (limitLeads === before?.limitLeads && limitPeriod === before.limitPeriod) return
  const least = (await moduleOf(module).minLimit?.(tx, rootId, limitPeriod)) ?? 0
  if (limitLeads < least) throw invalid('leadLimit', sentences.tooLow.replace('{n}', String(least)))
}

const placesOf = (campaign: CampaignSettings) => ({ people: campaign, settings: campaign.moduleSettings })
