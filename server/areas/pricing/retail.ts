import type { Module } from '#contract/campaigns/modules.ts'
import { isLeadPrice, type CostKind } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { maxOf, readBounds, type BoundSetup } from './bounds.ts'
import { priceOf, type CostSetup } from './cost.ts'
import { pricesAmong, readNewest, type PricesOf } from './prices.ts'
import { standardPrice } from './standard-prices.ts'

/** An agency's asking prices: for one client, and for all its clients. */
export interface AskingPrices {
  /** The client's own; without a client, the agency's default. */
  own: PricesOf
  agency: PricesOf
  bounds: BoundSetup
}

/** Adds what the agency itself pays. */
export interface RetailSetup extends AskingPrices {
  wholesale: CostSetup
}

/** Adds the agency's asking prices, which its own scope sees, to its costs, which only the operator's scope sees. */
export async function readRetailSetup(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string | null },
  wholesale: CostSetup,
): Promise<RetailSetup> {
  const rows = await readNewest(tx, 'retail_cost', 'agency_id = $1 and (client_id is null or client_id = $2)', [
    agencyId,
    clientId,
  ])
  return {
    own: pricesAmong(rows, (row) => row.clientId === clientId),
    agency: pricesAmong(rows, (row) => row.clientId === null),
    wholesale,
    bounds: await readBounds(tx, { agencyId, clientId }),
  }
}

/** No lead is sold below what the agency pays, whatever the product (R224 demands it for Enhance and B2B). */
export const retailFloor = (setup: RetailSetup, module: Module, term: PaymentTerm, kind: CostKind): number =>
  isLeadPrice(kind) ? priceOf(setup.wholesale, module, term, kind) : 0

/** The asking price, in 1/10,000 dollar: the client's own, else its agency's; never above its bound. */
export function askingPriceOf(setup: AskingPrices, module: Module, term: PaymentTerm, kind: CostKind): number {
  const price =
    setup.own(module, term)[kind] ?? setup.agency(module, term)[kind] ?? standardPrice(module, kind, 'retail_e4')
  const max_e4 = isLeadPrice(kind) ? maxOf(setup.bounds, module, term) : 0
  return max_e4 === 0 ? price : Math.min(price, max_e4)
}

/** The effective price: the asking price, but never below the floor. */
export const retailPriceOf = (setup: RetailSetup, module: Module, term: PaymentTerm, kind: CostKind): number =>
  Math.max(askingPriceOf(setup, module, term, kind), retailFloor(setup, module, term, kind))
