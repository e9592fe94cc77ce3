import { useState } from 'react'

export interface Reload {
  /** Changes with each reload; forms use it as their key to start over. */
  round: number
  /** Discards the input and shows the stored values; if they cannot be read, the input stays. */
  reload: () => void
}

/** For forms that start over from the stored values after an edit conflict. */
export function useReload(refetch: () => Promise<{ error: unknown }>): Reload {
  const [round, setRound] = useState(0)
  return {
    round,
    reload: () =>
      void refetch().then(({ error }) => {
        if (!error) setRound((before) => before + 1)
      }),
  }
}
