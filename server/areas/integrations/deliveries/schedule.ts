import { maxAttempts } from '#contract/integrations/deliveries.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The delays after the first, second … failed attempt: 75 hours and 35 minutes in total (Standard Webhooks). */
const pauses_ms = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

const jitter = 0.2
const longestRetryAfter_ms = 24 * hour

/** The wait that a receiver asked for, capped at one day. */
export const requestedPause_ms = (retryAfter_ms: number): number => Math.min(retryAfter_ms, longestRetryAfter_ms)

/**
 * Milliseconds until the next attempt; null if there is none. `fraction` in [0, 1) adds a jitter of ±20 %, so that
 * deliveries that failed together don't retry together. A receiver that asks for a longer delay gets it, up to a day.
 */
export function nextPause_ms(failedAttempts: number, fraction: number, retryAfter_ms = 0): number | null {
  const pause_ms = pauses_ms[failedAttempts - 1]
  if (failedAttempts >= maxAttempts || pause_ms === undefined) return null
  const spread_ms = Math.round(pause_ms * (1 - jitter + 2 * jitter * fraction))
  return Math.max(spread_ms, requestedPause_ms(retryAfter_ms))
}
