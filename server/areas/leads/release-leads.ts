import type { releaseLeads as operation } from '#contract/leads/hold.ts'
import { dateOf } from '#server/platform/clock.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

const tableOf = { usual: 'lead_hold', apart: 'apart_hold' } as const

/**
 * Releases what a campaign holds, or the one named; for a day, twice as many may come before the next hold. Held visits don't
 * change; the person's next visit can become a lead.
 */
export const handleReleaseLeads: Handler<typeof operation> = async ({ body }, call) => {
  const holds = body.which === undefined ? (['usual', 'apart'] as const) : [body.which]
  await call.inScope(async (tx) => {
    let count = 0
    for (const hold of holds) {
      const { rowCount } = await tx.query(
        `update ${tableOf[hold]} set released_at = $3 where agency_id = $1 and campaign_id = $2 and released_at is null`,
        [call.object!.agencyId, body.campaignId, dateOf(call.platform.clock.now())],
      )
      count += rowCount ?? 0
    }
    if (count === 0) throw new Failure('conflict', { message: 'The leads of this campaign are not on hold.' })
  })
  return { result: 'success', message: 'The leads of this campaign are released.' }
}
