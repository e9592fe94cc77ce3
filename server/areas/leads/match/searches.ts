import type { SearchFacts, SignalKind } from '#contract/leads/search.ts'

/** One of a person's signals that matched a campaign. */
export interface MatchedSignal {
  at_ms: number
  kind: SignalKind
  phrase: string
  excludedBy: string | null
}

const day_ms = 86_400_000
const halfLife_days = 3
const weights: Readonly<Record<SignalKind, number>> = { search: 1, page: 0.5 }

/** Signals stored per person and campaign; more would add little to the score. */
const maxKept = 20
const maxPhrases = 5

/** Merges earlier and new signals, without duplicates, newest first. */
export function mergeSignals(before: readonly MatchedSignal[], fresh: readonly MatchedSignal[]): MatchedSignal[] {
  const each = new Map([...before, ...fresh].map((one) => [`${one.at_ms} ${one.kind} ${one.phrase}`, one]))
  return [...each.values()].toSorted((a, b) => b.at_ms - a.at_ms).slice(0, maxKept)
}

const weightAt = ({ at_ms, kind }: MatchedSignal, now_ms: number): number =>
  weights[kind] * 0.5 ** (Math.max(0, now_ms - at_ms) / day_ms / halfLife_days)

const counts = ({ excludedBy }: MatchedSignal): boolean => excludedBy === null

/** The signals that a campaign's rules compare: in its window, without negative keywords. */
export function searchFactsOf(signals: readonly MatchedSignal[], windowDays: number, now_ms: number): SearchFacts {
  const inWindow = signals.filter((one) => counts(one) && now_ms - one.at_ms <= windowDays * day_ms)
  const score = inWindow.reduce((sum, one) => sum + weightAt(one, now_ms), 0)
  return {
    phrases: [...new Set(signals.map(({ phrase }) => phrase))].slice(0, maxPhrases),
    count: inWindow.length,
    score: Number(score.toFixed(3)),
    excluded_by: inWindow.length === 0 ? (signals[0]?.excludedBy ?? null) : null,
  }
}

/** A score that orders people the same at any time, since all scores have the same half-life. */
export function rankOf(signals: readonly MatchedSignal[]): number {
  const countingSignals = signals.filter(counts)
  const newest_ms = countingSignals[0]?.at_ms
  if (newest_ms === undefined) return 0
  const score = countingSignals.reduce((sum, one) => sum + weightAt(one, newest_ms), 0)
  return Math.log2(score) + newest_ms / day_ms / halfLife_days
}
