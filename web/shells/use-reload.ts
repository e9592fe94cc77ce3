import { useState } from 'react'

export interface Reload {
  /** Changes with each reload; forms that use it as their key start over. */
  round: number
  /** Shows what is stored now and discards the input. */
  reload: () => void
}

/** For forms that restart from the stored values after a conflict with somebody else's save. */
export function useReload(refetch: () => Promise<unknown>): Reload {
  const [round, setRound] = useState(0)
  return { round, reload: () => void refetch().then(() => setRound((before) => before + 1)) }
}
