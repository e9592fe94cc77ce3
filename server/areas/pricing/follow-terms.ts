import { modules } from '#contract/campaigns/modules.ts'
import { paymentTerms } from '#contract/companies/selections.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { priceOf, readCostSetup } from './cost.ts'
import { followRetail } from './follow-retail.ts'
import type { Repriced } from './reprice-campaigns.ts'

/** What a lead costs an agency by product and term. */
const readLeadCosts = (tx: Tx, rootId: string, agencyId: string): Promise<Repriced[]> =>
  readAsRoot(tx, rootId, async () => {
    const setup = await readCostSetup(tx, rootId, agencyId)
    return modules.flatMap((module) =>
      paymentTerms.map((term) => ({ module, term, price_e4: priceOf(setup, module, term, 'leadPrice') })),
    )
  })

/**
 * Gives the campaigns of clients with another first payment term its prices, for leads from now on: what their agency pays,
 * and what they pay it where the campaign follows the cost setup. The prices are locked (`lockPrices`) since before the terms
 * were changed.
 */
export async function followTerms(
  tx: Tx,
  { rootId, agencyId, clientIds }: { rootId: string; agencyId: string; clientIds: readonly string[] },
  now: Date,
): Promise<void> {
  if (clientIds.length === 0) return
  const costs = await readLeadCosts(tx, rootId, agencyId)
  await tx.query(
    `update campaign set wholesale_price_e4 = asked.price_e4
     from unnest($3::text[], $4::text[], $5::bigint[]) as asked (module, term, price_e4), company client
     where campaign.agency_id = $1 and campaign.client_id = any ($2) and campaign.removed_at is null
       and client.id = campaign.client_id and asked.module = campaign.module
       and asked.term = first_payment_term(client.payment_terms) and campaign.wholesale_price_e4 <> asked.price_e4`,
    [
      agencyId,
      plainArray(clientIds),
      plainArray(costs.map(({ module }) => module)),
      plainArray(costs.map(({ term }) => term)),
      plainArray(costs.map(({ price_e4 }) => price_e4)),
    ],
  )
  await followRetail(tx, { rootId, agencyId, clientIds }, now)
}
