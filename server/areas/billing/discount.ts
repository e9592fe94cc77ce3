import { centsFromE4 } from '#contract/core/money.ts'

/** What a coupon takes off: one of the two. */
export interface Worth {
  percent: number | null
  amount_cents: number | null
}

/** No card is charged with so little (R233): what is left of a fee is let go. */
const tooLittle_cents = 50

/** What a coupon takes off a fee, in cents: never more than the fee, and percents rounded half to even. */
export function discountOf({ percent, amount_cents }: Worth, fee_cents: number): number {
  const off_cents = percent === null ? (amount_cents ?? 0) : centsFromE4(fee_cents * percent)
  return fee_cents - off_cents <= tooLittle_cents ? fee_cents : off_cents
}
