import type { CommissionPerson } from '#contract/commissions/commissions.ts'
import type { Plain } from '#contract/core/wire-names.ts'

/** One of the sales staff, with rate and sums. */
export type Person = Plain<CommissionPerson>
