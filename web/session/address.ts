import { useParams, useSearch } from '@tanstack/react-router'

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
