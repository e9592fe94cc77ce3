import { CallFailure } from '../../api/failure.ts'

const busy_ms = 10_000
const minute_ms = 60_000

/**
 * The delay after which a failed page retries by itself: a busy server and a caller's limit per minute are temporary. Null for
 * errors that would only recur.
 */
export function triesAgainAfter_ms(error: unknown): number | null {
  if (!(error instanceof CallFailure)) return null
  if (error.status === 503) return busy_ms
  return error.status === 429 && error.waitMinutes === 1 ? minute_ms : null
}
