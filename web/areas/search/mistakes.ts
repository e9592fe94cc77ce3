/** How many mistakes a typed word may have. Short words are compared with whole words: they begin too many. */
const toleranceOf = (word: string): number => (word.length < 3 ? 0 : word.length < 8 ? 1 : 2)
const isShort = (word: string): boolean => word.length < 4

/**
 * Mistakes in a typed word, compared with another word, or with the beginning of it that comes closest: letters
 * missing, too many, wrong or swapped with their neighbor (the optimal string alignment distance).
 */
function distanceOf(typedWord: string, word: string, to: 'whole' | 'beginning'): number {
  let twoBack: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (let row = 1; row <= typedWord.length; row++) {
    const current = [row]
    for (let at = 1; at <= word.length; at++) {
      const isSame = typedWord[row - 1] === word[at - 1]
      const isSwap = row > 1 && at > 1 && typedWord[row - 1] === word[at - 2] && typedWord[row - 2] === word[at - 1]
      current[at] = Math.min(
        last[at]! + 1,
        current[at - 1]! + 1,
        last[at - 1]! + (isSame ? 0 : 1),
        isSwap ? twoBack[at - 2]! + 1 : Infinity,
      )
    }
    twoBack = last
    last = current
  }
  return to === 'whole' ? last.at(-1)! : Math.min(...last)
}

/** The sum of the mistakes in all typed words; null if one of them resembles none of the words. */
export function mistakesIn(typedWords: readonly string[], words: readonly string[]): number | null {
  let sum = 0
  for (const typedWord of typedWords) {
    const to = isShort(typedWord) ? 'whole' : 'beginning'
    const fewest = Math.min(...words.map((word) => (word.includes(typedWord) ? 0 : distanceOf(typedWord, word, to))))
    if (fewest > toleranceOf(typedWord)) return null
    sum += fewest
  }
  return sum
}
