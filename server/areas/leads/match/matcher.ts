import type { Keyword } from '#contract/campaigns/keywords.ts'
import type { SignalKind } from '#contract/leads/search.ts'
import type { SignalCampaign } from '#server/areas/campaigns/read/read-signal-campaigns.ts'
import { stemsOf, topicPrefix } from '#server/areas/identity/signals/stems.ts'
import type { SignalPhrase } from '#server/areas/identity/signals/read-signals.ts'

/** A campaign that a phrase matches, and the negative keyword that excludes it, if any. */
export interface PhraseMatch {
  campaign: SignalCampaign
  excludedBy: string | null
}

interface Rule {
  at: number
  stems: readonly string[]
  /** The whole phrase, for exact matches. */
  exact: string | null
}

type Rules = Map<string, Rule[]>

/**
 * Finds the campaigns that a phrase matches. Keywords are indexed by their longest stem, usually the rarest, so that a phrase is
 * only compared with the few keywords that share a word with it.
 */
export class Matcher {
  readonly #campaigns: readonly SignalCampaign[]
  readonly #rules: Record<SignalKind, Rules> = { search: new Map(), page: new Map() }
  readonly #negatives: readonly { text: string; stems: string[] }[][]
  readonly #met = new Map<string, PhraseMatch[]>()

  constructor(campaigns: readonly SignalCampaign[]) {
    this.#campaigns = campaigns
    this.#negatives = campaigns.map(({ criteria }) => criteria.negative.map((text) => ({ text, stems: stemsOf(text) })))
    for (const [at, { criteria }] of campaigns.entries()) {
      for (const kind of ['search', 'page'] as const) {
        for (const keyword of criteria[kind]) addKeyword(this.#rules[kind], at, keyword)
        for (const topic of criteria.topics)
          addRule(this.#rules[kind], { at, stems: [topicPrefix + topic], exact: null })
      }
    }
  }

  /** The campaigns that a signal with this phrase matches, without duplicates. */
  meetingsOf(kind: SignalKind, phrase: SignalPhrase): readonly PhraseMatch[] {
    const key = `${kind} ${phrase.id}`
    let meetings = this.#met.get(key)
    if (!meetings) this.#met.set(key, (meetings = this.#meet(kind, phrase)))
    return meetings
  }

  #meet(kind: SignalKind, { text, stems }: SignalPhrase): PhraseMatch[] {
    const has = new Set(stems)
    const holds = (all: readonly string[]): boolean => all.every((stem) => has.has(stem))
    const places = new Set<number>()
    for (const stem of stems)
      for (const rule of this.#rules[kind].get(stem) ?? [])
        if (rule.exact === null ? holds(rule.stems) : rule.exact === text) places.add(rule.at)
    return [...places].map((at) => ({
      campaign: this.#campaigns[at]!,
      excludedBy: this.#negatives[at]!.find((negative) => holds(negative.stems))?.text ?? null,
    }))
  }
}

function addKeyword(rules: Rules, at: number, { kind, text }: Keyword): void {
  if (kind !== 'negative') addRule(rules, { at, stems: stemsOf(text), exact: kind === 'exact' ? text : null })
}

function addRule(rules: Rules, rule: Rule): void {
  const key = rule.stems.toSorted((a, b) => b.length - a.length)[0]
  if (key === undefined) return
  const beside = rules.get(key)
  if (beside) beside.push(rule)
  else rules.set(key, [rule])
}
