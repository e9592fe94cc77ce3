import type { CallerKind } from '#contract/core/access.ts'
import { modules, type Module } from '#contract/campaigns/modules.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import {
  costField,
  costFromText,
  costKindsOf,
  isLeadPrice,
  type CostKind,
  type CostToSave,
} from '#contract/pricing/cost.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { hasFloor, minimumText, priceOf, readCostSetup, rootPrice, type CostSetup } from './cost.ts'
import { followRetail } from './follow-retail.ts'
import { lockPrices } from './lock-prices.ts'
import { insertPrices } from './prices.ts'
import type { Priced } from './read-cost.ts'
import { repriceCampaigns, type Repriced } from './reprice-campaigns.ts'

interface Change {
  module: Module
  term: PaymentTerm
  kind: CostKind
  was_e4: number
  price_e4: number
}

/** The entry for the activity log, in dollars by the wire's names. */
export interface CostChanged {
  action: 'billing.costSet'
  from: Record<string, number>
  to: Record<string, number>
}

const setters: readonly CallerKind[] = ['rootSystem', 'rootAdmin', 'accountExecutive']

/**
 * Sets what an agency pays, or without an agency the default (C175, costagency). Appends rows only for prices that
 * differ from the effective ones; campaigns get a new price at once, existing leads keep theirs. Throws `forbidden` for
 * anyone but the operator and the agency's executive (R148), `invalid` with the field for a price below the floor.
 */
export async function saveCost(
  tx: Tx,
  { caller, platform }: SignedInCall,
  { rootId, agencyId }: Priced,
  costs: CostToSave,
): Promise<CostChanged> {
  if (!setters.includes(caller.kind)) throw accessDenied()
  await lockPrices(tx, { rootId, agencyId })
  const setup = await readCostSetup(tx, rootId, agencyId)
  const changes = changesOf(setup, costs)
  if (agencyId !== null) assertNotBelowFloor(setup, changes)
  const now = dateOf(platform.clock.now())
  const newPrices: Repriced[] = []
  for (const [module, term] of priceKeys) {
    const here = changes.filter((change) => change.module === module && change.term === term)
    if (here.length === 0) continue
    const prices = { ...setup.own(module, term) }
    for (const { kind, price_e4 } of here) prices[kind] = price_e4
    const place = { rootId, agencyId, clientId: null, module, term }
    await insertPrices(tx, 'cost_setup', place, prices, { userId: caller.userId, at: now })
    for (const { kind, price_e4 } of here) if (isLeadPrice(kind)) newPrices.push({ module, term, kind, price_e4 })
  }
  await repriceCampaigns(tx, { rootId, agencyId }, newPrices)
  // Clients' prices that are at the floor rise with it.
  if (newPrices.length > 0) await followRetail(tx, { rootId, agencyId, clientIds: null }, now)
  const describePrices = (value: (change: Change) => number): Record<string, number> =>
    Object.fromEntries(
      changes.map((change) => [
        `${change.term}.${costField(change.module, change.kind)}`,
        dollarsFromE4(value(change)),
      ]),
    )
  return {
    action: 'billing.costSet',
    from: describePrices(({ was_e4 }) => was_e4),
    to: describePrices(({ price_e4 }) => price_e4),
  }
}

const priceKeys = modules.flatMap((module) => paymentTerms.map((term) => [module, term] as const))

const changesOf = (setup: CostSetup, costs: CostToSave): Change[] =>
  priceKeys.flatMap(([module, term]) =>
    costKindsOf(module).flatMap((kind): Change[] => {
      const dollars = costs[term]?.[costField(module, kind)]
      const price_e4 = dollars === undefined ? null : costFromText(kind, String(dollars))
      const was_e4 = priceOf(setup, module, term, kind)
      return price_e4 === null || price_e4 === was_e4 ? [] : [{ module, term, kind, was_e4, price_e4 }]
    }),
  )

/** R224: an agency's price for Enhance and B2B leads can't be below its operator's default. */
function assertNotBelowFloor(setup: CostSetup, changes: readonly Change[]): void {
  for (const { module, term, kind, price_e4 } of changes) {
    const floor_e4 = rootPrice(setup, module, term, kind)
    if (hasFloor(module, kind) && price_e4 < floor_e4)
      throw invalid(`${term}.${costField(module, kind)}`, minimumText(floor_e4))
  }
}
