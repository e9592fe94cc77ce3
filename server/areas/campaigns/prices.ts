import { dollarsFromE4 } from '#contract/core/money.ts'
import { invalid } from '#server/platform/failure.ts'

/** Agencies do not sell below what they pay. Throws `invalid` naming the wire's field. */
export function checkRetailPrice(retailPrice_e4: number, wholesalePrice_e4: number): void {
  if (retailPrice_e4 >= wholesalePrice_e4) return
  throw invalid('CostSet', `*Cost Per Lead Minimum ${dollarsFromE4(wholesalePrice_e4)}`)
}
