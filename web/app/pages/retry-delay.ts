import { CallFailure } from '../../api/failure.ts'

const busy_ms = 10_000
const minute_ms = 60_000

/**
 * Delay before a failed page retries by itself, for temporary errors: a busy server and the per-minute rate limit. Null
 * for errors that would only recur.
 */
export function retryDelay_ms(error: unknown): number | null {
  if (!(error instanceof CallFailure)) return null
  if (error.status === 503) return busy_ms
  return error.status === 429 && error.waitMinutes === 1 ? minute_ms : null
}
