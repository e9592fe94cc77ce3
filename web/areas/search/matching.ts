import type { Icon } from '@tabler/icons-react'
import type { Search } from '../../session/search.ts'
import { mistakesIn } from './mistakes.ts'

type Target =
  | {
      to: string
      /** The query parameters of the link. */
      search?: Search | undefined
      /** What the list there is searched for, such as a person's name, which must not get into the URL. */
      words?: string | undefined
    }
  | { act: () => void }

/** A search result: it leads to a page or acts. */
export type Hit = Target & {
  /** Unique among all results shown. */
  key: string
  name: string
  /** Distinguishes results with the same name. */
  detail?: string | undefined
  /** Other words that people look for it with, such as its name in English. Not shown. */
  also?: string | undefined
  icon: Icon
}

export type Group = { title: string; hits: readonly Hit[] }

const maxOfGroup = 6
const mostRecent = 5

/** Without case, diacritics, direction marks and the spellings of an Arabic letter that people mix up. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}|ـ/gu, '')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .toLowerCase()
    .trim()

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** How well a result matches, best first; results that match only with mistakes are shown only if no others are. */
const ranks = { name: 0, start: 1, words: 2, inside: 3, detail: 4, mistake: 5, detailMistake: 6 } as const
/** Keeps ranks apart: no result has so many mistakes, or a name so much longer than the search text. */
const perRank = 10_000
const perMistake = 100

/** A hit's place among the results; null if it is not one. */
function rankOf(hit: Hit, text: string, words: readonly string[]): number | null {
  const name = plain(hit.name)
  const label = `${name} ${plain(`${hit.detail ?? ''} ${hit.also ?? ''}`)}`
  if (name === text) return ranks.name * perRank
  if (name.startsWith(text)) return ranks.start * perRank
  const nameWords = wordsOf(name)
  if (words.every((word) => nameWords.some((one) => one.startsWith(word)))) return ranks.words * perRank
  if (words.every((word) => name.includes(word))) return ranks.inside * perRank
  if (words.every((word) => label.includes(word))) return ranks.detail * perRank
  const extraLength = Math.min(Math.abs(name.length - text.length), perMistake - 1)
  const inName = mistakesIn(words, nameWords)
  if (inName !== null) return ranks.mistake * perRank + inName * perMistake + extraLength
  const inLabel = mistakesIn(words, wordsOf(label))
  return inLabel === null ? null : ranks.detailMistake * perRank + inLabel * perMistake + extraLength
}

/**
 * The results by name, their detail and their other words: every word of the text must be there. The best come first,
 * within a group and among groups. Misspelled words match only if nothing matches as it was typed.
 */
export function groupsNamed(groups: readonly Group[], input: string): Group[] {
  const text = plain(input)
  if (text === '') return groups.map(({ title, hits }) => ({ title, hits: hits.slice(0, maxOfGroup) }))
  const words = wordsOf(text)
  if (words.length === 0) return []
  const rankedGroups = groups.map(({ title, hits }) => ({
    title,
    hits: hits
      .map((hit) => ({ hit, rank: rankOf(hit, text, words) ?? Infinity }))
      .filter(({ rank }) => rank < Infinity)
      .toSorted((a, b) => a.rank - b.rank),
  }))
  const best = Math.min(...rankedGroups.map(({ hits }) => hits[0]?.rank ?? Infinity))
  const limit = best < ranks.mistake * perRank ? ranks.mistake * perRank : Infinity
  return rankedGroups
    .map(({ title, hits }) => ({ title, hits: hits.filter(({ rank }) => rank < limit).slice(0, maxOfGroup) }))
    .filter(({ hits }) => hits.length > 0)
    .toSorted((a, b) => a.hits[0]!.rank - b.hits[0]!.rank)
    .map(({ title, hits }) => ({ title, hits: hits.map(({ hit }) => hit) }))
}

/** Puts the last chosen result first, without duplicates. */
export const withRecent = (recentKeys: readonly string[], key: string): string[] =>
  [key, ...recentKeys.filter((one) => one !== key)].slice(0, mostRecent)

/** The next index for an arrow key, wrapping around at both ends; -1 if there are no results. */
export const stepTo = (at: number, step: 1 | -1, count: number): number =>
  count === 0 ? -1 : (at + step + count) % count
