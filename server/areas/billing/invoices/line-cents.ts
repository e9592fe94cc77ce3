import { centsFromE4 } from '#contract/core/money.ts'
import { hasFault } from '#server/platform/planted-fault.ts'

/** A line's amount in cents, rounded half to even so that neither side gains by rounding. */
export const lineCents = (amount_e4: number): number =>
  hasFault('round-lines-up') ? Math.ceil(amount_e4 / 100) : centsFromE4(amount_e4)
