import { isSensitivePage, withoutQuery } from '#contract/privacy/sensitive-pages.ts'

const maxKept = 5_000
/** Longer paths are judged each time, so that made-up ones fill no memory. */
const longestKept = 200
const answers = new Map<string, boolean>()

/** The same as `isSensitivePage`, with the answers for a site's pages kept in memory: visitors open the same ones. */
export function isOnSensitivePage(url: string): boolean {
  const page = withoutQuery(url)
  const keptAnswer = answers.get(page)
  if (keptAnswer !== undefined) return keptAnswer
  const answer = isSensitivePage(page)
  if (page.length > longestKept) return answer
  if (answers.size >= maxKept) answers.clear()
  answers.set(page, answer)
  return answer
}
