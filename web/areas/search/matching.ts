import type { Icon } from '@tabler/icons-react'
import type { Search } from '../../session/search.ts'

/** A search result. */
export type Hit = {
  /** Unique among all results shown. */
  key: string
  to: string
  /** The query parameters of the link. */
  search?: Search | undefined
  /** What the list there is searched for, such as a person's name, which must not get into the URL. */
  words?: string | undefined
  name: string
  /** Distinguishes results with the same name. */
  detail?: string | undefined
  icon: Icon
}

export type Group = { title: string; hits: readonly Hit[] }

const maxPages = 6
const mostRecent = 5

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Pages whose name and detail contain all typed words; those whose name starts with the text come first. */
export function pagesNamed(pages: readonly Hit[], input: string): Hit[] {
  const text = plain(input).trim()
  const words = text.split(/\s+/)
  const matches = pages.filter(({ name, detail }) => {
    const label = plain(`${name} ${detail ?? ''}`)
    return words.every((word) => label.includes(word))
  })
  const begins = ({ name }: Hit): boolean => plain(name).startsWith(text)
  return [...matches.filter(begins), ...matches.filter((page) => !begins(page))].slice(0, maxPages)
}

/** Puts the last opened result first, without duplicates. */
export const withRecent = (recent: readonly Hit[], hit: Hit): Hit[] =>
  [hit, ...recent.filter(({ to }) => to !== hit.to)].slice(0, mostRecent)

/** The next index for an arrow key, wrapping around at both ends; -1 if there are no results. */
export const stepTo = (at: number, step: 1 | -1, count: number): number =>
  count === 0 ? -1 : (at + step + count) % count
