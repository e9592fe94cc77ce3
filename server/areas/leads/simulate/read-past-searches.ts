import type { SignalCampaign } from '#server/areas/campaigns/read/read-signal-campaigns.ts'
import { readSignalsOf } from '#server/areas/identity/signals/read-signals-of.ts'
import type { Platform } from '#server/platform/platform.ts'
import { phrasesOf } from '../match/phrases-of.ts'
import { mergeSignals, searchFactsOf, type MatchedSignal } from '../match/searches.ts'
import type { PastDay, Period } from './past.ts'
import { dayFinder } from './period.ts'

/**
 * The searches matching a campaign's keywords, by day and person, as the resolver would get them each day: highest scores
 * first. Searches before the period are ignored.
 */
export async function readPastSearches(
  { identityPool }: Pick<Platform, 'identityPool'>,
  campaign: SignalCampaign,
  period: Period,
): Promise<PastDay[]> {
  const phrases = await phrasesOf(identityPool, campaign)
  const phrasesById = {
    search: new Map(phrases.search.map((phrase) => [phrase.id, phrase])),
    page: new Map(phrases.page.map((phrase) => [phrase.id, phrase])),
  }
  const ids = { search: [...phrasesById.search.keys()], page: [...phrasesById.page.keys()] }
  const signals = await readSignalsOf(identityPool, ids, period)
  const days = new Map(period.dates.map((date) => [date, new Map<number, MatchedSignal[]>()]))
  const dateAt = dayFinder(period)
  for (const { personId, phraseId, kind, at_ms } of signals) {
    const day = days.get(dateAt(at_ms))!
    const { text, excludedBy } = phrasesById[kind].get(phraseId)!
    const signals = day.get(personId) ?? []
    signals.push({ at_ms, kind, phrase: text, excludedBy })
    day.set(personId, signals)
  }
  const signalsByPerson = new Map<number, MatchedSignal[]>()
  const { windowDays } = campaign.criteria
  return [...days].map(([date, ofDay]) => {
    const people = [...ofDay].map(([personId, fresh]) => {
      const signals = mergeSignals(signalsByPerson.get(personId) ?? [], fresh)
      signalsByPerson.set(personId, signals)
      const { at_ms } = signals[0]!
      return {
        personId,
        first_ms: at_ms,
        at_ms,
        events: fresh.length,
        search: searchFactsOf(signals, windowDays, at_ms),
      }
    })
    return { date, people: people.toSorted((a, b) => b.search.score - a.search.score), stopped: [] }
  })
}
