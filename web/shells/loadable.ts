import type { CallFailure } from '../api/failure.ts'

/** What every shell that shows an answer must be given: none of the states can be forgotten. A `useCall` result fits. */
export type Loadable<T> = {
  data: T | undefined
  isPending: boolean
  isFetching: boolean
  error: CallFailure | null
  refetch: () => unknown
}
