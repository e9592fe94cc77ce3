import { QueryClient } from '@tanstack/react-query'
import { CallFailure } from '../api/failure.ts'

const FRESH_MS = 15_000
const MOST_RETRIES = 2

/** Retry only lost connections and a busy server. Other errors would recur. */
const mayPass = (error: unknown): boolean =>
  error instanceof CallFailure && (error.status === 0 || error.status === 503)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Without a connection the library would hold calls back without a word, and send writes once there is one, which
      // the user may have given up by then. Calls fail instead, and reads are repeated when the connection returns.
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < MOST_RETRIES && mayPass(error),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A write may have succeeded even if its response was lost, so only the user may retry it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
