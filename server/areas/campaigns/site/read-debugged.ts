import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { ReadDebugged } from '#server/areas/tracking/answer-debugger.ts'
import type { Campaign } from '../campaign.ts'
import { readCampaign } from '../queries.ts'
import { acceptsPageOf } from '../modules/registry.ts'

/** What the pixel's debugger shows of its campaign; it may only read the client's own rows. */
export const readDebugged: ReadDebugged = async (platform, { rootId, agencyId, clientId, campaignId }) => {
  const scope = { kind: 'client', rootId, agencyId, clientId } as const
  const readAsDebugger = (tx: Tx): Promise<Campaign | null> => readCampaign(tx, agencyId, campaignId)
  const campaign = await inScope(platform.appPool, scope, readAsDebugger, { readOnly: true })
  if (!campaign) return null
  const { name, status, module, moduleSettings } = campaign
  return { name, status, acceptsPage: acceptsPageOf(module, moduleSettings) }
}
