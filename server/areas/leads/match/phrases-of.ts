import type { SignalKind } from '#contract/leads/search.ts'
import type { SignalCampaign } from '#server/areas/campaigns/read/read-signal-campaigns.ts'
import { findPhrases } from '#server/areas/identity/signals/count-searching.ts'
import { stemsOf, topicPrefix } from '#server/areas/identity/signals/stems.ts'
import type { SignalPhrase } from '#server/areas/identity/signals/read-signals.ts'
import type { Platform } from '#server/platform/platform.ts'
import { Matcher } from './matcher.ts'

/** A phrase that matches a campaign's keywords or topics. */
interface MetPhrase extends SignalPhrase {
  /** The negative keyword that excludes it, if any. */
  excludedBy: string | null
}

/** The search and page phrases that match a campaign. */
export async function phrasesOf(
  identityPool: Platform['identityPool'],
  campaign: SignalCampaign,
): Promise<Record<SignalKind, MetPhrase[]>> {
  const { search, page, topics } = campaign.criteria
  const stems = [...search, ...page].filter(({ kind }) => kind !== 'negative').flatMap(({ text }) => stemsOf(text))
  const phrases = await findPhrases(identityPool, [
    ...new Set([...stems, ...topics.map((topic) => topicPrefix + topic)]),
  ])
  const matcher = new Matcher([campaign])
  const phrasesOfKind = (kind: SignalKind): MetPhrase[] =>
    phrases.flatMap((phrase) => matcher.meetingsOf(kind, phrase).map(({ excludedBy }) => ({ ...phrase, excludedBy })))
  return { search: phrasesOfKind('search'), page: phrasesOfKind('page') }
}
