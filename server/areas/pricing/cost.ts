import { modules, modulesWithFloor, type Module } from '#contract/campaigns/modules.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { costField, costKindsOf, type CostKind, type ShownCost } from '#contract/pricing/cost.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pricesAmong, readNewest, type PricesOf } from './prices.ts'
import { standardPrice } from './standard-prices.ts'

/** An agency's own prices and its operator's default prices. */
export interface CostSetup {
  own: PricesOf
  root: PricesOf
}

/** The newest prices of an agency and its operator, or of the operator alone. Requires the operator's scope. */
export async function readCostSetup(tx: Tx, rootId: string, agencyId: string | null): Promise<CostSetup> {
  const rows = await readNewest(tx, 'cost_setup', 'root_id = $1 and (agency_id is null or agency_id = $2)', [
    rootId,
    agencyId,
  ])
  return {
    own: pricesAmong(rows, (row) => row.agencyId === agencyId),
    root: pricesAmong(rows, (row) => row.agencyId === null),
  }
}

/** The operator's default price, in 1/10,000 dollar. */
export const rootPrice = ({ root }: CostSetup, module: Module, term: PaymentTerm, kind: CostKind): number =>
  root(module, term)[kind] ?? standardPrice(module, kind, 'wholesale_e4')

/** The effective price, in 1/10,000 dollar: the agency's own, else its operator's; never below the floor (R224). */
export function priceOf(setup: CostSetup, module: Module, term: PaymentTerm, kind: CostKind): number {
  const floor = rootPrice(setup, module, term, kind)
  const price = setup.own(module, term)[kind] ?? floor
  return hasFloor(module, kind) ? Math.max(price, floor) : price
}

export const hasFloor = (module: Module, kind: CostKind): boolean =>
  kind === 'leadPrice' && modulesWithFloor.includes(module)

/** All prices in dollars, by the wire's names. */
export const presentCost = (price: (module: Module, term: PaymentTerm, kind: CostKind) => number): ShownCost =>
  Object.fromEntries(
    paymentTerms.map((term) => [
      term,
      Object.fromEntries(
        modules.flatMap((module) =>
          costKindsOf(module).map((kind) => [costField(module, kind), dollarsFromE4(price(module, term, kind))]),
        ),
      ),
    ]),
  ) as ShownCost

/** R224's message. */
export const minimumText = (floor_e4: number): string => `*Cost Per Lead Minimum ${dollarsFromE4(floor_e4)}`
