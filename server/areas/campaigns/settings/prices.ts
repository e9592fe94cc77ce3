import { maximumText } from '#server/areas/pricing/bounds.ts'
import { minimumText } from '#server/areas/pricing/cost.ts'
import { invalid } from '#server/platform/failure.ts'

export const pricesOfAgency = 'Prices are set by your agency.'

/**
 * Agencies can't sell below what they pay, nor above the maximum that they set for the client (0: none). Throws
 * `invalid` with the name of the wire field.
 */
export function checkRetailPrice(retailPrice_e4: number, wholesalePrice_e4: number, max_e4: number): void {
  if (max_e4 > 0 && retailPrice_e4 > Math.max(max_e4, wholesalePrice_e4)) throw invalid('price', maximumText(max_e4))
  if (retailPrice_e4 >= wholesalePrice_e4) return
  throw invalid('price', minimumText(wholesalePrice_e4))
}

/** A campaign either has its own price or follows its client's, never both. */
export function assertOnePrice({ price, followsClientPrice }: { price?: unknown; followsClientPrice?: boolean }): void {
  if (followsClientPrice && price !== undefined)
    throw invalid('price', 'Omit the price while the campaign uses its client’s.')
}
