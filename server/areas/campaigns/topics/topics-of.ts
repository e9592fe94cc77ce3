import { isSensitive } from '#server/areas/identity/topics/is-sensitive.ts'
import { stemsOf } from '#server/areas/identity/signals/stems.ts'
import { topics } from '#server/areas/identity/topics/topics.ts'

interface Phrase {
  stems: readonly string[]
  topic: string
}

/** The names and search phrases of topics that anyone may target, by their first word's stem. */
const phrases = new Map<string, Phrase[]>()
for (const { id, name, seeds, isSensitive: isRefused } of topics)
  for (const stems of isRefused ? [] : [name.toLowerCase(), ...seeds].map(stemsOf))
    phrases.set(stems[0]!, [...(phrases.get(stems[0]!) ?? []), { stems, topic: id }])

/**
 * The ids of the topics that these tags are about, in the taxonomy's order: a tag contains all words of a topic's name or
 * of one of its search phrases, in any order and form, as a search would. Sensitive tags are about none.
 */
export function topicsOf(tags: readonly string[]): string[] {
  const ids = new Set<string>()
  for (const tag of tags.filter((one) => !isSensitive(one))) {
    const stems = new Set(stemsOf(tag))
    for (const stem of stems)
      for (const phrase of phrases.get(stem) ?? [])
        if (phrase.stems.every((word) => stems.has(word))) ids.add(phrase.topic)
  }
  return topics.map(({ id }) => id).filter((id) => ids.has(id))
}
