import { locationTargets } from '#contract/campaigns/campaign.ts'
import { sentences } from '#contract/core/sentences.ts'
import { smallestShown, lookbackDays, maxPending, type readCountConfig } from '#contract/keywords/counts.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** The same for everybody below an operator; another operator's id is rejected. */
export const handleConfig: Handler<typeof readCountConfig> = async ({ params }, { caller }) => {
  if (params.root !== caller.rootId) throw invalid('root', sentences.otherSession)
  return {
    result: 'success',
    data: {
      api_version: 1,
      api_versions: [1, 2],
      lookback_days: lookbackDays,
      least_count: smallestShown,
      most_pending: maxPending,
      target_locations: [...locationTargets],
    },
  }
}
