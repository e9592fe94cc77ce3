import { useNavigate, type HistoryState } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { canChoose, type Filter } from './columns.ts'
import { useListSearches, useSearchTexts } from '../../session/address.ts'
import { searchOf, type Search } from '../../session/search.ts'
import { useStillHere } from '../../session/still-here.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What each list of the page is searched for, by the list's prefix. */
    listSearch?: Readonly<Record<string, string>>
  }
}

export type TableQuery = {
  /** Starts at 1. */
  page: number
  perPage: number
  /** The column's `sortKey`, or `all` for the default order. */
  sort: string
  order: 'asc' | 'desc' | 'all'
  /** Search text; empty for no search. */
  search: string
  /** The selected value of each filter; `all` if none is selected. */
  filters: Readonly<Record<string, string>>
}

export type TableState = {
  query: TableQuery
  isNarrowed: boolean
  setPage: (page: number) => void
  setPerPage: (perPage: number) => void
  /** Switches to the next of ascending, descending, none. */
  cycleSort: (sortKey: string) => void
  setSearch: (search: string) => void
  setFilter: (key: string, value: string) => void
  clear: () => void
}

export const PAGE_SIZES = [10, 25, 50, 100] as const
const wholeNumber = (text: string | undefined, least: number, most: number, other: number): number => {
  const value = Number(text)
  return Number.isInteger(value) && value >= least && value <= most ? value : other
}

/** Parses the URL, dropping invalid values, so that an edited URL shows a list and not an error. */
export function readTableQuery(
  search: Record<string, string>,
  filters: readonly Filter[],
  sortKeys: readonly string[],
): TableQuery {
  const sort = sortKeys.includes(search['sort'] ?? '') ? search['sort']! : 'all'
  return {
    page: wholeNumber(search['page'], 1, 1_000_000, 1),
    perPage: PAGE_SIZES.find((size) => String(size) === search['rows']) ?? PAGE_SIZES[0],
    sort,
    order: sort === 'all' ? 'all' : search['order'] === 'desc' ? 'desc' : 'asc',
    search: (search['search'] ?? '').slice(0, 100),
    filters: Object.fromEntries(
      filters.map((filter) => {
        const value = search[filter.key] ?? 'all'
        return [filter.key, canChoose(filter, value) ? value : 'all']
      }),
    ),
  }
}

/** The sort order after the current one: ascending, descending, none. */
export function nextSort(
  { sort, order }: Pick<TableQuery, 'sort' | 'order'>,
  sortKey: string,
): { sort?: string; order?: string } {
  if (sort !== sortKey) return { sort: sortKey, order: 'asc' }
  return order === 'asc' ? { sort: sortKey, order: 'desc' } : { sort: undefined, order: undefined }
}

/** The search parameters of one of a page's lists: those with its prefix, without it. */
export const searchOfList = (search: Record<string, string>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    ),
  )

/**
 * The search text of a list. People are searched for by name, email and phone, and personal data must not get into a URL,
 * so it is stored in the entry of the history: it survives a reload, and Back brings it back. The page's route hands it
 * over (`app/router.tsx`), so that it changes together with the search parameters and not while the next page loads.
 */
const useListSearch = (prefix: string): string => useListSearches()?.[prefix] ?? ''

/**
 * The state of a list, stored in the URL: it survives a reload, can be shared, and Back undoes a step. Only the search text
 * is kept out of it.
 * @param prefix Of its search parameters, for a list that shares its page with another one.
 */
export function useTableState(filters: readonly Filter[], sortKeys: readonly string[], prefix = ''): TableState {
  const { search: linkText = '', ...params } = searchOfList(useSearchTexts(), prefix)
  const search = useListSearch(prefix) || linkText
  const navigate = useNavigate()
  const isHere = useStillHere()
  const query = readTableQuery({ ...params, search }, filters, sortKeys)
  const go = useCallback(
    (
      changes: Record<string, string | undefined>,
      { search: text, replace }: { search?: string; replace?: boolean },
    ) => {
      // What was typed last is searched for a moment later, when the next page may be loading: `.` would be that page.
      if (!isHere()) return
      const parameters = Object.entries(changes).map(([key, value]) => [prefix + key, value] as const)
      const next = (before: Search): Search => ({ ...before, ...Object.fromEntries(parameters) })
      const state = (before: HistoryState): HistoryState =>
        text === undefined ? before : { ...before, listSearch: { ...before.listSearch, [prefix]: text } }
      void navigate({ to: '.', search: searchOf(next), state, replace, resetScroll: false })
    },
    [navigate, prefix, isHere],
  )
  useEffect(() => {
    // A link or bookmark may name a search; it is taken over, and leaves the URL.
    if (linkText !== '') go({ search: undefined }, { search: linkText, replace: true })
  }, [linkText, go])
  // Changing a filter or the sort order returns to the first page.
  const change = (changes: Record<string, string | undefined>): void => go({ page: undefined, ...changes }, {})
  return {
    query,
    isNarrowed: query.search !== '' || Object.values(query.filters).some((value) => value !== 'all'),
    setPage: (page) => change({ page: page === 1 ? undefined : String(page) }),
    setPerPage: (perPage) => change({ rows: perPage === PAGE_SIZES[0] ? undefined : String(perPage) }),
    cycleSort: (sortKey) => change(nextSort(query, sortKey)),
    // Replace the history entry, so that typing does not add one per letter.
    setSearch: (text) => go({ page: undefined }, { search: text, replace: true }),
    setFilter: (key, value) => change({ [key]: value === 'all' ? undefined : value }),
    clear: () => {
      const all = Object.fromEntries(filters.map(({ key }) => [key, undefined]))
      go({ page: undefined, ...all }, { search: '' })
    },
  }
}
