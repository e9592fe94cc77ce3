import { sentences, withNames } from '#contract/core/sentences.ts'
import type { Keyword } from '#contract/campaigns/keywords.ts'
import { isSensitive } from '#server/areas/identity/topics/is-sensitive.ts'
import { invalid } from '#server/platform/failure.ts'

const maxNamed = 5

/** Rejects keywords that reveal something sensitive about people who search for them; negative ones are allowed. */
export function assertNoneSensitive(field: string, keywords: readonly Keyword[]): void {
  const sensitive = keywords.filter(({ kind, text }) => kind !== 'negative' && isSensitive(text))
  if (sensitive.length === 0) return
  const examples = sensitive.slice(0, maxNamed).map(({ text }) => text)
  throw invalid(field, withNames(sentences.sensitiveKeywords, examples))
}
