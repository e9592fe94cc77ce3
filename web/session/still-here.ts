import { trimPathRight, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { usePagePath } from './address.ts'

/**
 * Whether the user is still on the page of this component. What ends later, such as a call, must not lead someone who has
 * left the page elsewhere. Compares paths, because a refetch after the call may remove the component itself.
 */
export function useStillHere(): () => boolean {
  const router = useRouter()
  const path = usePagePath()
  // A URL that was typed with a slash at its end shows the same page.
  return useCallback(() => trimPathRight(router.state.location.pathname) === path, [router, path])
}
