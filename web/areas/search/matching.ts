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
export function pagesNamed(pages: readonly Hit[], typed: string): Hit[] {
  const text = plain(typed).trim()
  const words = text.split(/\s+/)
  const named = pages.filter(({ name, detail }) => {
    const whole = plain(`${name} ${detail ?? ''}`)
    return words.every((word) => whole.includes(word))
  })
  const begins = ({ name }: Hit): boolean => plain(name).startsWith(text)
  return [...named.filter(begins), ...named.filter((page) => !begins(page))].slice(0, maxPages)
}

/** Puts the last opened result first, without duplicates. */
export const withRecent = (recent: readonly Hit[], opened: Hit): Hit[] =>
  [opened, ...recent.filter(({ to }) => to !== opened.to)].slice(0, mostRecent)

/** The next index for an arrow key, wrapping around at both ends; -1 if there are no results. */
export const stepTo = (at: number, step: 1 | -1, count: number): number =>
  count === 0 ? -1 : (at + step + count) % count
