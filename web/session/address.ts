import { useMatch, useParams, useSearch, type HistoryState } from '@tanstack/react-router'

// Hooks for reading the URL. The router loads pages by name and does not know their parameters, so these type them.

/** A parameter of the page's route (`$companyId`), never empty. Throws on a page whose route has none. */
export function useParam(name: string): string {
  const value = useOptionalParam(name)
  if (!value) throw new Error(`the path has no ${name}`)
  return value
}

/** The same for components shown on several routes, only some of which have the parameter. */
export function useOptionalParam(name: string): string | undefined {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name]
}

/** The search parameters of the URL, as typed texts; empty ones are left out. */
export const useSearchTexts = (): Readonly<Record<string, string>> => useSearch({ strict: false })

/** One search parameter. */
export const useSearchText = (key: string): string | undefined => useSearchTexts()[key]

/** The path of the page that renders this component, although the next page may already be loading. No slash at its end. */
export const usePagePath = (): string => useMatch({ strict: false, select: ({ pathname }) => pathname })

/** The path of the page's route as in the route table (`help/$chapter`), and what its parameters are. */
export function usePageRoute(): { path: string; params: Readonly<Record<string, string | undefined>> } {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const path = useMatch({ strict: false, select: ({ fullPath }) => fullPath as string })
  return { path: path.replaceAll(/^\/|\/$/g, ''), params }
}

/** What the page's lists are searched for, by their prefixes, as the page's route handed it over (`app/router.tsx`). */
export const useListSearches = (): HistoryState['listSearch'] =>
  useMatch({ strict: false, select: ({ context }) => (context as Pick<HistoryState, 'listSearch'>).listSearch })
