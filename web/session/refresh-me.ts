import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readStanding } from '#contract/inbox/standing.ts'
import { readAccess, readMe } from '#contract/people/user.ts'

/** Refetches the signed-in user after a change to their data; the frame, menus and guards update. */
export function useRefreshMe(): () => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return useCallback(async () => {
    await Promise.all([readMe, readAccess, readStanding].map(({ name }) => client.refetchQueries({ queryKey: [name] })))
    await router.invalidate()
  }, [client, router])
}
