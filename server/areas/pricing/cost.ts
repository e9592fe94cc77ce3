import { modules, type Module } from '#contract/campaigns/modules.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { costField, costKindsOf, modulesWithFloor, type CostKind, type ShownCost } from '#contract/pricing/cost.ts'
import { paymentTerms, type PaymentTerm } from '#contract/tenants/selections.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Every price that one company has, in 1/10,000 dollar by kind; null for what was never set. */
export type Prices = Record<CostKind, number | null>

interface Row extends Prices {
  isOwn: boolean
  module: Module
  term: PaymentTerm
}

/** What is set for an agency itself and what by its operator for everybody. */
export interface CostSetup {
  own: (module: Module, term: PaymentTerm) => Prices
  root: (module: Module, term: PaymentTerm) => Prices
}

const nothing: Prices = { PlatformFee: null, Costperlead: null, CostperleadAdvanced: null, MinCostMonth: null }

/** What agencies owe for a Site ID lead while nothing was set; all else is free then. */
const standardLeadPrice_e4 = 5_000
const standardOf = (module: Module, kind: CostKind): number =>
  module === 'local' && kind === 'Costperlead' ? standardLeadPrice_e4 : 0

/** The newest prices of an agency and of its operator, or of the operator alone. Asks for the operator's scope. */
export async function readCostSetup(tx: Tx, rootId: string, agencyId: string | null): Promise<CostSetup> {
  const { rows } = await tx.query<Row>(
    `select distinct on (agency_id, module, term) agency_id is not null as "isOwn", module, term,
       (platform_fee_cents * 100)::float8 as "PlatformFee", cost_per_lead_e4::float8 as "Costperlead",
       cost_per_lead_advanced_e4::float8 as "CostperleadAdvanced", (min_cost_month_cents * 100)::float8 as "MinCostMonth"
     from cost_setup where root_id = $1 and (agency_id is null or agency_id = $2)
     order by agency_id, module, term, seq desc`,
    [rootId, agencyId],
  )
  const found = (isOwn: boolean) => (module: Module, term: PaymentTerm) =>
    rows.find((row) => row.isOwn === isOwn && row.module === module && row.term === term) ?? nothing
  return { own: found(agencyId !== null), root: found(false) }
}

/** What the operator asks of everybody, in 1/10,000 dollar. */
export const rootPrice = ({ root }: CostSetup, module: Module, term: PaymentTerm, kind: CostKind): number =>
  root(module, term)[kind] ?? standardOf(module, kind)

/** What counts, in 1/10,000 dollar: the agency's own price or its operator's; never below the floor (R224). */
export function priceOf(setup: CostSetup, module: Module, term: PaymentTerm, kind: CostKind): number {
  const floor = rootPrice(setup, module, term, kind)
  const price = setup.own(module, term)[kind] ?? floor
  return hasFloor(module, kind) ? Math.max(price, floor) : price
}

export const hasFloor = (module: Module, kind: CostKind): boolean =>
  kind === 'Costperlead' && modulesWithFloor.includes(module)

/** Every price by the wire's names, in dollars. */
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
