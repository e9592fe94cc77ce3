/** A rate (in 1/100 percent) of an amount, both in 1/10,000 dollar: rounded down, so that nobody gets more. */
export const shareOfBase = (base_e4: number, rate_bp: number): number => Math.floor((base_e4 * rate_bp) / 10_000)

/** How long money must have been here before its commission is paid out: most refunds and disputes come earlier. */
export const holdDays = 7
export const hold_ms = holdDays * 86_400_000

/** A smaller amount is not worth a separate payment and waits for more. */
export const smallestPayout_cents = 100

/** The unpaid part of a commission; negative if it was clawed back after it was paid. */
export interface UnpaidPart {
  agencyId: string
  chargeId: string
  rest_e4: number
}

const sum = (rests: readonly UnpaidPart[]): number => rests.reduce((total, { rest_e4 }) => total + rest_e4, 0)

/** The whole cents in the sum of these. */
export const wholeCentsOf = (rests: readonly UnpaidPart[]): number => Math.max(0, Math.floor(sum(rests) / 100))

/**
 * Splits a payout's amount over commissions: clawbacks are deducted first, then the commissions are paid in the given
 * order, the last one possibly in part. Throws if they do not add up to the amount.
 */
export function allocate(rests: readonly UnpaidPart[], amount_e4: number): UnpaidPart[] {
  const takenBack = rests.filter(({ rest_e4 }) => rest_e4 < 0)
  let left_e4 = amount_e4 - sum(takenBack)
  const parts: UnpaidPart[] = []
  for (const rest of rests) {
    if (left_e4 === 0 || rest.rest_e4 <= 0) continue
    const part_e4 = Math.min(rest.rest_e4, left_e4)
    parts.push({ ...rest, rest_e4: part_e4 })
    left_e4 -= part_e4
  }
  if (left_e4 !== 0) throw new RangeError('The commissions do not cover this payout')
  return [...takenBack, ...parts]
}
