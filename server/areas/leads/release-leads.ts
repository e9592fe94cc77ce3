import type { releaseLeads as operation } from '#contract/leads/hold.ts'
import { dateOf } from '#server/platform/clock.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/**
 * Releases a campaign's hold and skips the burst check for a day. Held visits don't change; the person's next visit can become
 * a lead.
 */
export const handleReleaseLeads: Handler<typeof operation> = async ({ body }, call) => {
  await call.inScope(async (tx) => {
    const { rowCount } = await tx.query(
      'update lead_hold set released_at = $3 where agency_id = $1 and campaign_id = $2 and released_at is null',
      [call.object!.agencyId, body.campaignId, dateOf(call.platform.clock.now())],
    )
    if (!rowCount) throw new Failure('conflict', { message: 'The leads of this campaign are not on hold.' })
  })
  return { result: 'success', message: 'The leads of this campaign are released.' }
}
