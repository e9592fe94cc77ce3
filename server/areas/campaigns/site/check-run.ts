import { runProof_ms, type checkRunEmbededCode } from '#contract/campaigns/embed-check.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { readCampaign } from '../queries.ts'

/** Only a hit proves that a pixel runs: a tag manager may load it, which the page's HTML doesn't show. */
export async function checkRun(
  { query }: Input<typeof checkRunEmbededCode>,
  call: SignedInCall,
): Promise<AnswerOf<typeof checkRunEmbededCode>> {
  const campaign = await call.inScope((tx) => readCampaign(tx, call.object!.agencyId!, query.campaignId))
  if (!campaign) throw notFound()
  const { lastHitAt } = campaign
  const runs = lastHitAt !== null && call.platform.clock.now() - lastHitAt.getTime() <= runProof_ms
  return {
    result: 'success',
    status: runs ? 'exist' : 'not exist',
    message: runs
      ? 'The pixel is running.'
      : lastHitAt
        ? 'The pixel has not reported for more than 24 hours.'
        : 'The pixel has not reported yet.',
    last_hit_at: lastHitAt?.toISOString() ?? null,
  }
}
