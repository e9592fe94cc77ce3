/** The prefix of a signal's text that names a topic. */
export const topicPrefix = 'topic:'

const shortest = 3
const hasVowel = (word: string): boolean => /[aeiouy]/.test(word)

/** A simple English stemmer for number and tense: "repairs", "repairing" and "repaired" have the same stem. */
function stemOf(word: string): string {
  if (word.length <= shortest || !/^[a-z]+$/.test(word)) return word
  return withoutEnd(withoutTense(withoutPlural(word)))
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutTense(word: string): string {
  const stem = word.replace(/(?:ing|ed)$/, '')
  if (stem === word || stem.length < shortest || !hasVowel(stem)) return word
  // Undoes a doubled consonant, as in "planning".
  return /([^aeiouylsz])\1$/.test(stem) ? stem.slice(0, -1) : stem
}

const withoutEnd = (word: string): string => (word.length > shortest ? word.replace(/e$/, '').replace(/y$/, 'i') : word)

/** A phrase's distinct word stems: "roof repairs" and "repairing a roof" share theirs. */
export function stemsOf(text: string): string[] {
  if (text.startsWith(topicPrefix)) return [text]
  return [
    ...new Set(
      text
        .split(/[^\p{L}\p{N}#+]+/u)
        .filter((word) => word !== '')
        .map(stemOf),
    ),
  ]
}
