import { dollarsFromE4 } from '#contract/core/money.ts'
import { invalid } from '#server/platform/failure.ts'

/**
 * Prices of a new campaign until agencies' cost setup is built, in 1/10,000 dollar: what the agency owes the root for a
 * lead, and what the client owes the agency unless the agency says otherwise. Kept on each campaign, so that a later
 * change leaves running campaigns alone.
 */
export const defaultWholesalePrice_e4 = 5_000
export const defaultRetailPrice_e4 = 15_000

/** Agencies do not sell below what they pay. Throws `invalid` naming the wire's field. */
export function checkRetailPrice(retailPrice_e4: number, wholesalePrice_e4: number): void {
  if (retailPrice_e4 >= wholesalePrice_e4) return
  throw invalid('CostSet', `*Cost Per Lead Minimum ${dollarsFromE4(wholesalePrice_e4)}`)
}
