import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readAccess, readMe } from '#contract/people/user.ts'

/** Asks again who the signed-in person is, after they have changed it; frame, menus and guards follow. */
export function useRefreshMe(): () => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return useCallback(async () => {
    await Promise.all([readMe, readAccess].map(({ name }) => client.refetchQueries({ queryKey: [name] })))
    await router.invalidate()
  }, [client, router])
}
