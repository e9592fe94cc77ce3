import { useState } from 'react'

export interface Reload {
  /** Another number after each reload: forms whose key it is begin anew with it. */
  round: number
  /** Shows what is stored now; what was typed is given up. */
  reload: () => void
}

/** For forms that begin anew with what is stored, after they have met what somebody else saved meanwhile. */
export function useReload(refetch: () => Promise<unknown>): Reload {
  const [round, setRound] = useState(0)
  return { round, reload: () => void refetch().then(() => setRound((before) => before + 1)) }
}
