import type { CommissionPerson } from '#contract/commissions/commissions.ts'
import type { Plain } from '#contract/core/wire-names.ts'

/** A sales person with their commission rate and totals. */
export type Person = Plain<CommissionPerson>
