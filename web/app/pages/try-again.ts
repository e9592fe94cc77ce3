import { CallFailure } from '../../api/failure.ts'

const busy_ms = 10_000
const minute_ms = 60_000

/**
 * After how long a page that could not be shown tries again by itself: a server that was busy, and somebody's calls of one
 * minute, pass. Null for what would only fail again.
 */
export function triesAgainAfter_ms(error: unknown): number | null {
  if (!(error instanceof CallFailure)) return null
  if (error.status === 503) return busy_ms
  return error.status === 429 && error.waitMinutes === 1 ? minute_ms : null
}
