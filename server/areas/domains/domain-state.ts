import { claimLife_days, failedDaysUntilOff, type DomainCause } from '#contract/branding/custom-domain.ts'

export interface DomainState {
  state: 'pending' | 'verified' | 'failed'
  tries: number
  failedDays: number
  namedAt_ms: number
  /** Null: checked only on request. */
  nextCheckAt_ms: number | null
}

const minute_ms = 60_000
const hour_ms = 60 * minute_ms
const day_ms = 24 * hour_ms
const firstPause_ms = 2 * minute_ms
const longestPause_ms = 6 * hour_ms
/** A name that is not verified by then is dropped together with its expected records (SEC-11). */
export const pendingFor_ms = claimLife_days * day_ms
/** The numbers of consecutive failed days on which the owner is mailed before the domain is turned off. */
export const warnedOnDays: readonly number[] = [1, 7, 14, 28]

/**
 * The state of a domain after a check. A requested check can only improve it: a day counts as failed by the daily check
 * alone, and silent name servers count as nothing.
 */
export function afterCheck(
  before: DomainState,
  cause: DomainCause | null,
  now_ms: number,
  isRequested: boolean,
): DomainState {
  if (cause === null) {
    return { ...before, state: 'verified', tries: 0, failedDays: 0, nextCheckAt_ms: now_ms + day_ms }
  }
  if (isRequested || before.state === 'failed') return before
  if (before.state === 'verified') return afterFailedDay(before, cause, now_ms)
  if (now_ms - before.namedAt_ms >= pendingFor_ms) return { ...before, state: 'failed', nextCheckAt_ms: null }
  const pause_ms = Math.min(firstPause_ms * 2 ** before.tries, longestPause_ms)
  return { ...before, tries: Math.min(before.tries + 1, 30), nextCheckAt_ms: now_ms + pause_ms }
}

function afterFailedDay(before: DomainState, cause: DomainCause, now_ms: number): DomainState {
  if (cause === 'no_answer') return { ...before, nextCheckAt_ms: now_ms + hour_ms }
  const failedDays = before.failedDays + 1
  return failedDays < failedDaysUntilOff
    ? { ...before, failedDays, nextCheckAt_ms: now_ms + day_ms }
    : { ...before, state: 'failed', failedDays, nextCheckAt_ms: null }
}
