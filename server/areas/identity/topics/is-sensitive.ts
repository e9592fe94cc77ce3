import { stemsOf } from '../signals/stems.ts'
import { topics } from './topics.ts'

const refused = topics.filter(({ isSensitive }) => isSensitive).flatMap(({ seeds }) => seeds.map(stemsOf))

/** Whether a phrase says something of who searches for it that nobody may target: all words of a sensitive topic's are in it. */
export function isSensitive(text: string): boolean {
  const stems = new Set(stemsOf(text))
  return refused.some((words) => words.every((word) => stems.has(word)))
}
