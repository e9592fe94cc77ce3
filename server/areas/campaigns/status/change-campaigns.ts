import type { changeCampaigns as operation, MovedCampaign } from '#contract/campaigns/several.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Input } from '#server/platform/http/route.ts'
import type { Campaign } from '../campaign.ts'
import { checkMove, makeMove, targetOf } from './move-campaign.ts'
import { assertMayCreateCampaigns } from '../policy.ts'
import { lockCampaign } from '../queries.ts'

type Body = Input<typeof operation>['body']

/**
 * Changes campaigns one by one, each in its own transaction, so that locks are short and one failure doesn't stop the
 * others. A preview runs the same checks and changes nothing.
 */
export async function changeCampaigns(body: Body, call: SignedInCall): Promise<AnswerOf<typeof operation>['data']> {
  assertMayCreateCampaigns(call.caller)
  const campaigns: MovedCampaign[] = []
  for (const id of new Set(body.campaign_ids)) campaigns.push(await changeOne(id, body, call))
  return campaigns
}

async function changeOne(id: string, { action, preview }: Body, call: SignedInCall): Promise<MovedCampaign> {
  const { rootId, agencyId, clientId, relation } = call.object!
  return call.inScope(async (tx) => {
    const before = await lockCampaign(tx, agencyId!, id)
    // Another client's campaign looks like a missing one, as another agency's does.
    if (!before || (clientId !== null && before.clientId !== clientId)) return absent(id)
    const ofCampaign = { ...call, object: { rootId, agencyId, clientId: before.clientId, relation } }
    try {
      if (preview) await checkMove(tx, ofCampaign, before, action)
      else await makeMove(tx, ofCampaign, before, action)
      return movedCampaign(before, targetOf(before, action), '')
    } catch (thrown) {
      // All checks come before the first write, so the transaction can still commit.
      if (thrown instanceof Failure) return movedCampaign(before, before.status, thrown.message)
      throw thrown
    }
  })
}

const absent = (id: string): MovedCampaign => ({
  campaign_id: id,
  name: '',
  company_name: '',
  from: null,
  to: null,
  refused: 'This campaign no longer exists.',
})

const movedCampaign = (before: Campaign, to: MovedCampaign['to'], refusal: string): MovedCampaign => ({
  campaign_id: before.id,
  name: before.name,
  company_name: before.clientName,
  from: before.status,
  to,
  refused: refusal,
})
