import type { makeDebugLink as operation } from '#contract/campaigns/embed-check.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { addressOfDebugLink, debugLink_ms } from '#contract/tracking/debug-link.ts'
import { makeDebugToken } from '#server/areas/tracking/debug-token.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Input } from '#server/platform/http/route.ts'
import { readCampaign } from '../queries.ts'
import { siteOf } from './site-of.ts'

/** A link to a page of the client's site on which the pixel loads its debugger (decision 111). */
export async function makeDebugLink(
  { body }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>['data']> {
  const campaign = await call.inScope((tx) => readCampaign(tx, call.object!.agencyId!, body.campaignId))
  if (!campaign) throw notFound()
  const { url: page, key } = siteOf(campaign, body.url)
  const now_ms = call.platform.clock.now()
  const token = makeDebugToken(call.platform, key, call.language, now_ms)
  return { url: addressOfDebugLink(page, token), ends_at: dateOf(now_ms + debugLink_ms).toISOString() }
}
