import { QueryClient } from '@tanstack/react-query'
import { CallFailure } from '../api/failure.ts'

const FRESH_MS = 15_000
const MOST_RETRIES = 2

/** Worth another try: the connection broke, or the server was busy. What was refused stays refused. */
const mayPass = (error: unknown): boolean =>
  error instanceof CallFailure && (error.status === 0 || error.status === 503)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: (count, error) => count < MOST_RETRIES && mayPass(error) },
      // A write may have arrived although its answer did not: only the user may send it again.
      mutations: { retry: false },
    },
  })
