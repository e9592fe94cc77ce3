import { useEffect } from 'react'
import type { AccountState } from '#contract/guards/access-context.ts'
import { useRefreshMe } from '../../session/refresh-me.ts'

/** Once the payment provider tells of another state than is shown, everything that follows from it is asked anew: banner, menus and guards. */
export function useFollowedState(told: AccountState | undefined, shown: AccountState): void {
  const refresh = useRefreshMe()
  useEffect(() => {
    if (told !== undefined && told !== shown) void refresh()
  }, [told, shown, refresh])
}
