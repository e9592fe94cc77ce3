/** What a rate (in 1/100 percent) makes of an amount, both in 1/10,000 dollar: rounded down, so that nobody gets more than their rate. */
export const shareOfBase = (base_e4: number, rate_bp: number): number => Math.floor((base_e4 * rate_bp) / 10_000)

/** How long money has to have been there before its commission is paid out: most refunds and disputes come before that. */
export const holdDays = 7
export const hold_ms = holdDays * 86_400_000

/** Less is not worth a payment of its own and waits for more. */
export const smallestPayout_cents = 100

/** What of a commission is still to be paid out; less than 0 where it was taken back after it had been. */
export interface Rest {
  agencyId: string
  chargeId: string
  rest_e4: number
}

const sum = (rests: readonly Rest[]): number => rests.reduce((total, { rest_e4 }) => total + rest_e4, 0)

/** Whole cents of what these make. */
export const wholeCentsOf = (rests: readonly Rest[]): number => Math.max(0, Math.floor(sum(rests) / 100))

/**
 * Which rests a payout of an amount pays, and how much of each: what was taken back counts against it first, then they are
 * paid in the order given, the last one in part. Throws where they do not make that much.
 */
export function allocate(rests: readonly Rest[], amount_e4: number): Rest[] {
  const takenBack = rests.filter(({ rest_e4 }) => rest_e4 < 0)
  let left_e4 = amount_e4 - sum(takenBack)
  const paid: Rest[] = []
  for (const rest of rests) {
    if (left_e4 === 0 || rest.rest_e4 <= 0) continue
    const part_e4 = Math.min(rest.rest_e4, left_e4)
    paid.push({ ...rest, rest_e4: part_e4 })
    left_e4 -= part_e4
  }
  if (left_e4 !== 0) throw new RangeError('There are no commissions for all of this payout')
  return [...takenBack, ...paid]
}
