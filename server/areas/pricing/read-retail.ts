import type { Module } from '#contract/campaigns/modules.ts'
import { sentences } from '#contract/core/sentences.ts'
import { costKindsOf, type LeadPriceKind } from '#contract/pricing/cost.ts'
import type { readRetailCost } from '#contract/pricing/retail.ts'
import { formVersionOf, type FormFields } from '#server/areas/activity/form-version.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { limitOf, maxOf, presentBounds, standardLimit, type LimitSetup } from './bounds.ts'
import { presentCost, priceOf, readCostSetup } from './cost.ts'
import { boundsFields, priceFields } from './price-forms.ts'
import { asOperator, readFirstTerm } from './read-cost.ts'
import { readRetailSetup, retailPriceOf, type RetailSetup } from './retail.ts'

/** The owner of the retail prices: a client, or an agency for all its clients. Throws `invalid` for the operator. */
export function soldBy({ object }: SignedInCall): TenantPath & { agencyId: string } {
  const { rootId, agencyId, clientId } = object!
  if (agencyId === null) throw invalid('companyId', sentences.companiesOnly)
  return { rootId, agencyId, clientId }
}

export const handleReadRetailCost: Handler<typeof readRetailCost> = async (_input, call) => {
  const seller = soldBy(call)
  return asOperator(call.platform, seller.rootId, async (tx) => {
    const wholesale = await readCostSetup(tx, seller.rootId, seller.agencyId)
    const setup = await readRetailSetup(tx, seller, wholesale)
    const defaults =
      seller.clientId === null ? null : await readRetailSetup(tx, { ...seller, clientId: null }, wholesale)
    return {
      result: 'success' as const,
      data: presentCost((...of) => retailPriceOf(setup, ...of)),
      bounds: presentBounds(setup.bounds),
      version: formVersionOf(call.platform, retailFields(setup)),
      defaults: defaults && presentCost((...of) => retailPriceOf(defaults, ...of)),
      agencyCost: presentCost((...of) => priceOf(setup.wholesale, ...of)),
      defaultTerm: await readFirstTerm(tx, seller.clientId ?? seller.agencyId),
    }
  })
}

/** The fields of a client's form of prices and bounds. */
export const retailFields = (setup: RetailSetup): FormFields => ({
  ...priceFields(presentCost((...of) => retailPriceOf(setup, ...of))),
  ...boundsFields(presentBounds(setup.bounds)),
})

/** Prices in 1/10,000 dollar. */
interface SaleTerms {
  wholesale_e4: number
  retail_e4: number
  /** What the client pays for an advanced lead; null if the product has none. */
  advanced_e4: number | null
  /** The maximum price of a lead; 0 for none. */
  max_e4: number
  /** The default limit of a campaign that sells its leads at this price. */
  limitAt: (price_e4: number) => LimitSetup
}

/**
 * What the agency and the client pay for a lead of the client's campaigns, and their bounds, by the client's first
 * payment term. A caller that writes them to a campaign has to take `lockPricesShared` first (`lock-prices.ts`).
 */
export const readSaleTerms = (
  tx: Tx,
  { rootId, ...seller }: TenantPath,
  module: Module,
  kind: LeadPriceKind = 'leadPrice',
): Promise<SaleTerms> =>
  readAsRoot(tx, rootId, async () => {
    const { agencyId, clientId } = seller
    if (agencyId === null || clientId === null) throw invalid('companyId', sentences.clientsOnly)
    const setup = await readRetailSetup(tx, { agencyId, clientId }, await readCostSetup(tx, rootId, agencyId))
    const term = await readFirstTerm(tx, clientId)
    const retail_e4 = retailPriceOf(setup, module, term, kind)
    const sellsAdvanced = costKindsOf(module).includes('advancedLeadPrice')
    const limit = limitOf(setup.bounds, module, term)
    return {
      wholesale_e4: priceOf(setup.wholesale, module, term, kind),
      retail_e4,
      advanced_e4: sellsAdvanced ? retailPriceOf(setup, module, term, 'advancedLeadPrice') : null,
      max_e4: maxOf(setup.bounds, module, term),
      limitAt: (price_e4) =>
        limit.leads > 0 ? limit : { ...standardLimit(price_e4), start: limit.start, end: limit.end },
    }
  })
