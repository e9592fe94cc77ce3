import { useState } from 'react'

type Read<Answer> = {
  data: Answer | undefined
  error: unknown
  isFetching: boolean
  refetch: () => Promise<{ error: unknown }>
}

export interface Filled<Answer> {
  /** Undefined until a fresh response is there. */
  answer: Answer | undefined
  /** Changes whenever the form starts over, which uses it as its key. */
  round: number
  /** Starts over from the latest response, for instance after a save that has refetched it. */
  restart: () => void
  /** Discards the input and shows the stored values; if they cannot be read, the input stays. */
  reload: () => void
}

/**
 * What a form starts from: filled once, from a fresh response. A later refetch, such as when the user returns to the
 * tab, changes neither the form's values nor the version they are based on, so no input is lost. It is for one object:
 * where another may be shown in its place, the component has a key.
 */
export function useFilled<Answer>({ data, error, isFetching, refetch }: Read<Answer>): Filled<Answer> {
  const [answer, setAnswer] = useState<Answer>()
  const [round, setRound] = useState(0)
  if (answer === undefined && data !== undefined && !error && !isFetching) setAnswer(data)
  const restart = (): void => {
    setAnswer(undefined)
    setRound((before) => before + 1)
  }
  const reload = async (): Promise<void> => {
    const { error: failure } = await refetch()
    if (!failure) restart()
  }
  return { answer, round, restart, reload: () => void reload() }
}
