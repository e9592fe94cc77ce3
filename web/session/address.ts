import { useParams, useSearch } from '@tanstack/react-router'

// What a page reads of its address. The router loads pages by name and knows nothing of what they ask for; these say it.

/** A part of the address that the page's route names (`$companyId`): never empty. Throws on a page whose route has none. */
export function useParam(name: string): string {
  const value = useOptionalParam(name)
  if (!value) throw new Error(`the address has no ${name}`)
  return value
}

/** The same for what is shown under several addresses, of which some have that part. */
export function useOptionalParam(name: string): string | undefined {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name]
}

/** What follows the `?` of the address: texts as they were typed, empty ones left out. */
export const useSearchTexts = (): Readonly<Record<string, string>> => useSearch({ strict: false })

/** One of them. */
export const useSearchText = (key: string): string | undefined => useSearchTexts()[key]
