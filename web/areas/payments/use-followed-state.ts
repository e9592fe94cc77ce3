import { useEffect } from 'react'
import type { AccountState } from '#contract/guards/access-context.ts'
import { useRefreshMe } from '../../session/refresh-me.ts'

/** Refreshes all that depends on the account state (banner, menus, guards) when the provider reports a new one. */
export function useFollowedState(latestState: AccountState | undefined, state: AccountState): void {
  const refresh = useRefreshMe()
  useEffect(() => {
    if (latestState !== undefined && latestState !== state) void refresh()
  }, [latestState, state, refresh])
}
