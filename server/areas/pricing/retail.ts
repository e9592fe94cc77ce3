import type { Module } from '#contract/campaigns/modules.ts'
import { isLeadPrice, type CostKind } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { maxOf, readBounds, type BoundSetup } from './bounds.ts'
import { priceOf, type CostSetup } from './cost.ts'
import { pricesAmong, readNewest, type PricesOf } from './prices.ts'
import { standardPrice } from './standard-prices.ts'

/** What an agency asks: of one client, and of all its clients. */
export interface AskedSetup {
  /** Of the client itself, or with no client the agency's own for all. */
  own: PricesOf
  agency: PricesOf
  bounds: BoundSetup
}

/** With what it pays itself. */
export interface RetailSetup extends AskedSetup {
  wholesale: CostSetup
}

/** What the agency asks, which its own scope sees, beside what it pays, which the operator's alone does. */
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

/** Nobody sells a lead below what they pay, in whichever product (R224 asks it of Enhance and B2B). */
export const retailFloor = (setup: RetailSetup, module: Module, term: PaymentTerm, kind: CostKind): number =>
  isLeadPrice(kind) ? priceOf(setup.wholesale, module, term, kind) : 0

/** What is asked, in 1/10,000 dollar: the client's own price, or its agency's for all; never above its bound. */
export function askedPriceOf(setup: AskedSetup, module: Module, term: PaymentTerm, kind: CostKind): number {
  const price =
    setup.own(module, term)[kind] ?? setup.agency(module, term)[kind] ?? standardPrice(module, kind, 'retail_e4')
  const max_e4 = isLeadPrice(kind) ? maxOf(setup.bounds, module, term) : 0
  return max_e4 === 0 ? price : Math.min(price, max_e4)
}

/** What counts: what is asked, and never below the floor. */
export const retailPriceOf = (setup: RetailSetup, module: Module, term: PaymentTerm, kind: CostKind): number =>
  Math.max(askedPriceOf(setup, module, term, kind), retailFloor(setup, module, term, kind))
