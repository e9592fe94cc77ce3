import type { checkCampaignActive as operation } from '#contract/campaigns/campaigns.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { audienceOf } from '#server/areas/tenants/public.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'

const most = 100

/** Names the campaigns that still run, so that people can stop them before what they hang on is switched off (R230). */
export async function checkActive(
  { body }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>> {
  const module = body.leadspeekType === '' || body.leadspeekType === 'all' ? null : body.leadspeekType
  const { agencyId, clientId } = audienceOf(call.object!, 'all')
  const { rows } = await call.inScope((tx) =>
    tx.query<{ id: string; name: string; module: Module }>(
      `select id, name, module from campaign
        where agency_id = $1 and status = 'active' and removed_at is null
          and ($2::uuid is null or client_id = $2) and ($3::text is null or module = $3)
        order by module, name, id limit ${most}`,
      [agencyId, clientId, module],
    ),
  )
  return {
    result: 'success',
    message: rows.length === 0 ? 'No campaign is active.' : 'Stop these campaigns first.',
    active_campaign_id: rows.map(({ id }) => id),
    data: rows.map(({ id, name, module: leadspeekType }) => ({
      leadspeek_api_id: id,
      campaignName: name,
      leadspeekType,
    })),
  }
}
