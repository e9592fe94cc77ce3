import { forecast_days, maxCounted, type readSupply } from '#contract/campaigns/supply.ts'
import { promisedDays } from '#contract/identity/advance-information.ts'
import type { SignalKind } from '#contract/leads/search.ts'
import { readPromisedCampaign, type PromisedCampaign } from '#server/areas/campaigns/read/read-signal-campaigns.ts'
import { countComplete, countCompleteByState } from '#server/areas/identity/count-complete.ts'
import { countSearching } from '#server/areas/identity/signals/count-searching.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { phrasesOf } from './phrases-of.ts'

const day_ms = 86_400_000

/**
 * Forecasts a campaign's supply: how many complete, recently verified people live in its locations, and how many of them
 * searched for its keywords in two weeks of signals. Works for drafts and running campaigns.
 */
export const handleReadSupply: Handler<typeof readSupply> = async ({ params }, call) => {
  const { agencyId } = call.object!
  const campaign = await call.inScope((tx) => readPromisedCampaign(tx, agencyId!, params.id))
  return { result: 'success', message: '', data: campaign && (await forecast(call.platform, campaign)) }
}

async function forecast({ identityPool, clock }: Platform, campaign: PromisedCampaign) {
  const { least, leastKnown } = campaign.promise
  const now_ms = clock.now()
  const people_needed = least * promisedDays
  const people = await countPeople(identityPool, campaign, { leastKnown, now_ms, most: maxCounted })
  const phrases = await phrasesOf(identityPool, campaign.campaign)
  const countedPhrases = (kind: SignalKind): number[] =>
    phrases[kind].filter(({ excludedBy }) => excludedBy === null).map(({ id }) => id)
  const from_ms = now_ms - forecast_days * day_ms
  const searchers = await countSearching(
    identityPool,
    { search: countedPhrases('search'), page: countedPhrases('page'), from_ms },
    campaign,
    { leastKnown, now_ms },
  )
  const searching_a_day = Math.round((searchers / forecast_days) * 10) / 10
  return {
    people,
    people_needed,
    searching_a_day,
    least_a_day: least,
    enough: people >= people_needed && searching_a_day >= least,
  }
}

async function countPeople(
  identityPool: Platform['identityPool'],
  { states, zips }: PromisedCampaign,
  whom: Parameters<typeof countComplete>[2],
): Promise<number> {
  if (!states) return countComplete(identityPool, zips, whom)
  const counts = await countCompleteByState(identityPool, states, whom)
  return Math.min(
    whom.most,
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  )
}
