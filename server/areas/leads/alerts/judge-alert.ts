/** What somebody wants to be told of the spending of a month. */
export interface Alert {
  cap_cents: number | null
  /** Of the cap, in percent. */
  shares: readonly number[]
  /** Stops nothing. */
  amount_cents: number | null
}

export interface Spending {
  used_e4: number
  /** The next lead would cost more than is left of the cap: the whole of it counts as used, whatever is left over. */
  isMet: boolean
}

/** What was told of a month so far: shares in percent, `ofAmount` for the amount. */
export interface Told {
  told: readonly number[]
  /** What had been spent when that was last looked at. */
  seen_e4: number
  /** The cap of which was told; null where it was none. */
  cap_cents: number | null
}

export const ofAmount = 0
export const nothingTold: Told = { told: [], seen_e4: 0, cap_cents: null }

/**
 * What is to be told now, the highest of all that was passed, and what counts as told after that. A share of a cap that was
 * raised over what had been spent counts as not told any more, and so does an amount; nothing else is told twice.
 */
export function judgeAlert(
  alert: Alert,
  { used_e4, isMet }: Spending,
  before: Told,
): { due: number | null; after: Told } {
  const reachOf = (key: number): number =>
    key === ofAmount ? (alert.amount_cents ?? Infinity) * 100 : (alert.cap_cents ?? Infinity) * key
  const isRaised = before.cap_cents !== null && (alert.cap_cents ?? 0) > before.cap_cents
  const kept = before.told.filter((key) => {
    if (key === ofAmount) return alert.amount_cents === null || reachOf(key) <= before.seen_e4
    return !isRaised || reachOf(key) <= before.seen_e4
  })
  const wanted = [...alert.shares, ...(alert.amount_cents === null ? [] : [ofAmount])]
  const passed = wanted.filter((key) => reachOf(key) <= used_e4 || (key === 100 && isMet))
  const highest = (keys: readonly number[]): number | null =>
    keys.reduce<number | null>((best, key) => (best === null || reachOf(key) > reachOf(best) ? key : best), null)
  const top = highest(passed)
  const known = highest(kept.filter((key) => passed.includes(key)))
  const isNew = top !== null && !kept.includes(top) && (known === null || reachOf(top) > reachOf(known))
  return {
    due: isNew ? top : null,
    after: {
      told: [...new Set([...kept, ...passed])].toSorted((a, b) => a - b),
      seen_e4: used_e4,
      cap_cents: alert.cap_cents ?? before.cap_cents,
    },
  }
}
