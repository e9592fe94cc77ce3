import type { Icon } from '@tabler/icons-react'
import type { Search } from '../../session/search.ts'

/** Something that the search leads to. */
export type Hit = {
  /** Unique among all that is shown. */
  key: string
  to: string
  /** What follows the `?` of the address. */
  search?: Search | undefined
  name: string
  /** What tells it from others of its name. */
  detail?: string | undefined
  icon: Icon
}

export type Group = { title: string; hits: readonly Hit[] }

const mostPages = 6
const mostRecent = 5

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Pages whose names hold all words that were typed; those whose name begins with them come first. */
export function pagesNamed(pages: readonly Hit[], typed: string): Hit[] {
  const text = plain(typed).trim()
  const words = text.split(/\s+/)
  const named = pages.filter(({ name, detail }) => {
    const whole = plain(`${name} ${detail ?? ''}`)
    return words.every((word) => whole.includes(word))
  })
  const begins = ({ name }: Hit): boolean => plain(name).startsWith(text)
  return [...named.filter(begins), ...named.filter((page) => !begins(page))].slice(0, mostPages)
}

/** What was opened last stands first, once. */
export const withRecent = (recent: readonly Hit[], opened: Hit): Hit[] =>
  [opened, ...recent.filter(({ to }) => to !== opened.to)].slice(0, mostRecent)

/** The place that an arrow key leads to among so many, around both ends; none where there is nothing. */
export const stepTo = (at: number, step: 1 | -1, count: number): number =>
  count === 0 ? -1 : (at + step + count) % count
