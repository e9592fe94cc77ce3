import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { searchEverything, type FoundEverywhere } from '#contract/search/search.ts'
import { call } from '../../api/call.ts'
import { asFailure, type CallFailure } from '../../api/failure.ts'

/** The debounce time before the server is queried, and the minimum number of characters. */
const pause_ms = 150
const fewest = 2

type Search = {
  found: FoundEverywhere | undefined
  failure: CallFailure | null
  /** Whether the response for the current text is still pending. */
  isWaiting: boolean
}

/** The server's results for the current text; responses to older text are never shown. */
export function useSearch(typed: string): Search {
  const text = typed.trim()
  const [settled] = useDebouncedValue(text, pause_ms)
  const isAsked = text.length >= fewest
  const { data, error } = useQuery<FoundEverywhere, CallFailure>({
    queryKey: [searchEverything.name, settled],
    queryFn: ({ signal }) =>
      call(searchEverything, { body: { search: settled }, signal }).catch((thrown: unknown) => {
        throw thrown instanceof DOMException ? thrown : asFailure(thrown)
      }),
    enabled: isAsked && settled === text,
    // Drop personal data from the cache as soon as the results are no longer shown.
    gcTime: 0,
    staleTime: 0,
  })
  const isCurrent = isAsked && settled === text
  return {
    found: isCurrent ? data : undefined,
    failure: isCurrent ? error : null,
    isWaiting: isAsked && (!isCurrent || (!data && !error)),
  }
}
