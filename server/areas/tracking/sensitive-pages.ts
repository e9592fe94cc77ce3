import { hostOfUrl } from '#contract/core/hosts.ts'
import { sensitiveTopics } from '#contract/privacy/sensitive-topics.ts'

const rows = sensitiveTopics.split('\n').filter((line) => line.includes('|') && !line.startsWith('# '))
const listOf = (column: number): string[] =>
  rows.flatMap((row) => (row.split('|')[column] ?? '').split(',')).filter((one) => one !== '')

const hosts = listOf(4)

/** One of the phrases as words of their own, in the singular or plural, however a path separates words. */
const phrases = new RegExp(
  `(?<![a-z])(?:${listOf(3)
    .map((phrase) => phrase.replaceAll(' ', '(?:[-_+.]|%20)?'))
    .join('|')})(?:e?s)?(?![a-z])`,
)

/** A place to within some hundred meters, as maps write it into a path. */
const coordinates = /@?-?\d{1,2}\.\d{3,},-?\d{1,3}\.\d{3,}/

/** A page's URL without its query; some sites keep its path in the fragment. */
const withoutQuery = (url: string): string => (url.includes('?') ? url.replace(/\?[^#]*/, '') : url)

/** Whether a page is about something that reveals what nobody may be identified by. Only its host and path are read. */
export function isSensitivePage(url: string): boolean {
  const host = hostOfUrl(url)
  if (host === null) return false
  const page = withoutQuery(url).toLowerCase()
  return phrases.test(page) || coordinates.test(page) || hosts.some((one) => host === one || host.endsWith(`.${one}`))
}

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
