import type { checkCampaignActive as operation } from '#contract/campaigns/campaigns.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { listScopeOf } from '#server/areas/tenants/list-scope.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { readActiveCampaigns } from './read-active.ts'

/** Lists the active campaigns, so that users can stop them before turning off what they depend on (R230). */
export async function checkActive(
  { body }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>> {
  const module = body.module === '' || body.module === 'all' ? null : body.module
  const isClient = call.object!.clientId !== null
  if (body.userType !== '' && (body.userType === 'client') !== isClient)
    throw invalid('userType', 'This does not match the company.')
  const { agencyId, clientId } = listScopeOf(call.object!, 'all')
  const rows = await call.inScope((tx) => readActiveCampaigns(tx, agencyId, clientId, module))
  return {
    result: 'success',
    message: rows.length === 0 ? 'No campaign is active.' : 'Stop these campaigns first.',
    active_campaign_id: rows.map(({ id }) => id),
    data: rows.map(({ id, name, module }) => ({
      campaignId: id,
      campaignName: name,
      module,
    })),
  }
}
