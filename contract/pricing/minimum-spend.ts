import { z } from 'zod'
import { typedBit } from '../core/documented-keys.ts'
import { dollars } from '../core/money.ts'
import type { Plain } from '../core/wire-names.ts'

/** Minimum spend of agencies in their first month, their second and all later ones, in dollars (R259). */
const amounts = ['first_month', 'second_month', 'monthly'] as const

const zeroOrOne = z.union([z.literal(0), z.literal(1)])

export const minimumSpendToSave = {
  status: typedBit,
  first_month: dollars,
  second_month: dollars,
  monthly: dollars,
} satisfies Record<'status' | (typeof amounts)[number], z.ZodType>

/** `status` 1: it is charged. All 0 until the operator sets it. */
export const shownMinimumSpend = z.object({
  status: zeroOrOne,
  first_month: z.number(),
  second_month: z.number(),
  monthly: z.number(),
})
export type MinimumSpend = Plain<z.output<typeof shownMinimumSpend>>

export const noMinimumSpend: MinimumSpend = { status: 0, first_month: 0, second_month: 0, monthly: 0 }
