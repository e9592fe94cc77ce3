import { stemsOf } from '../signals/stems.ts'
import { topics } from './topics.ts'

const refusedWords = topics.filter(({ isSensitive }) => isSensitive).flatMap(({ seeds }) => seeds.map(stemsOf))

/** Whether a phrase contains all words of a sensitive topic's phrase, which no one may target. */
export function isSensitive(text: string): boolean {
  const stems = new Set(stemsOf(text))
  return refusedWords.some((words) => words.every((word) => stems.has(word)))
}
