import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { searchEverything, type FoundEverywhere } from '#contract/search/search.ts'
import { call } from '../../api/call.ts'
import { asFailure, type CallFailure } from '../../api/failure.ts'

/** How long typing pauses before the server is asked, and from how many letters on. */
const pause_ms = 150
const fewest = 2

type Search = {
  found: FoundEverywhere | undefined
  failure: CallFailure | null
  /** Whether an answer to what is typed now is still on its way. */
  isWaiting: boolean
}

/** What the server finds by what is typed at this moment: an answer to anything older is never shown, and no longer waited for. */
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
    // Names and addresses of people are kept no longer than they are looked at.
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
