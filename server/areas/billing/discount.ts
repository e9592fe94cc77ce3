import { centsFromE4 } from '#contract/core/money.ts'

/** A coupon's discount: exactly one of the two. */
export interface Discount {
  percent: number | null
  amount_cents: number | null
}

/** Below the card minimum (R233): the rest of a fee is waived. */
const tooLittle_cents = 50

/** A coupon's discount on a fee, in cents: at most the fee, with percentages rounded half to even. */
export function discountOf({ percent, amount_cents }: Discount, fee_cents: number): number {
  const off_cents = percent === null ? (amount_cents ?? 0) : centsFromE4(fee_cents * percent)
  return fee_cents - off_cents <= tooLittle_cents ? fee_cents : off_cents
}
