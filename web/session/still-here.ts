import { trimPathRight, useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Whether the user is still on the page of this component. What ends later, such as a call, must not lead someone who has
 * left the page elsewhere. Compares paths, because a refetch after the call may remove the component itself.
 */
export function useStillHere(): () => boolean {
  const router = useRouter()
  // The path of the page that renders this component, although the next page may already be loading.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  // A URL that was typed with a slash at its end shows the same page.
  return useCallback(() => trimPathRight(router.state.location.pathname) === path, [router, path])
}
