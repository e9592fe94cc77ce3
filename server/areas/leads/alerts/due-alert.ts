/** A configured alert on monthly spending. */
export interface Alert {
  cap_cents: number | null
  /** Percentages of the cap. */
  shares: readonly number[]
  /** A notice only; stops nothing. */
  amount_cents: number | null
}

export interface Spending {
  used_e4: number
  /** The next lead would exceed the cap, so it counts as fully used, whatever remains. */
  isMet: boolean
}

/** What was sent for a month so far: percentages, and `ofAmount` for the amount. */
export interface AlertHistory {
  told: readonly number[]
  /** The spending at the last check. */
  seen_e4: number
  /** The cap the alerts referred to; null if there was none. */
  cap_cents: number | null
}

export const ofAmount = 0
export const noAlertsSent: AlertHistory = { told: [], seen_e4: 0, cap_cents: null }

/**
 * What to send now (the highest threshold passed) and what counts as sent afterwards. If a cap or an amount was raised
 * above the spending, its alerts can be sent again; nothing else is sent twice.
 */
export function dueAlert(
  alert: Alert,
  { used_e4, isMet }: Spending,
  before: AlertHistory,
): { due: number | null; after: AlertHistory } {
  const reachOf = (key: number): number =>
    key === ofAmount ? (alert.amount_cents ?? Infinity) * 100 : (alert.cap_cents ?? Infinity) * key
  const isRaised = before.cap_cents !== null && (alert.cap_cents ?? 0) > before.cap_cents
  const stillSent = before.told.filter((key) => {
    if (key === ofAmount) return alert.amount_cents === null || reachOf(key) <= before.seen_e4
    return !isRaised || reachOf(key) <= before.seen_e4
  })
  const thresholds = [...alert.shares, ...(alert.amount_cents === null ? [] : [ofAmount])]
  const reachedThresholds = thresholds.filter((key) => reachOf(key) <= used_e4 || (key === 100 && isMet))
  const highest = (keys: readonly number[]): number | null =>
    keys.reduce<number | null>((best, key) => (best === null || reachOf(key) > reachOf(best) ? key : best), null)
  const top = highest(reachedThresholds)
  const highestSent = highest(stillSent.filter((key) => reachedThresholds.includes(key)))
  const isNew =
    top !== null && !stillSent.includes(top) && (highestSent === null || reachOf(top) > reachOf(highestSent))
  return {
    due: isNew ? top : null,
    after: {
      told: [...new Set([...stillSent, ...reachedThresholds])].toSorted((a, b) => a - b),
      seen_e4: used_e4,
      cap_cents: alert.cap_cents ?? before.cap_cents,
    },
  }
}
