import { modulesWithFloor, type Module } from '#contract/campaigns/modules.ts'
import type { LeadPriceKind } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Priced } from './read-cost.ts'

export interface Repriced {
  module: Module
  term: PaymentTerm
  kind: LeadPriceKind
  price_e4: number
}

/** The price in an agency's own setup for a campaign's leads; null if it has none. */
const ownPrice = `(case when campaign.sells_advanced then own.cost_per_lead_advanced_e4 else own.cost_per_lead_e4 end)`

/**
 * Sets campaigns' wholesale price for future leads: an agency's, or without an agency those of all agencies that have
 * no lead price of their own (for Enhance and B2B it is a floor for the others too). It writes the `campaign` table
 * directly because `campaigns` imports this area, and not the reverse. `updated_at` stays: no open form is affected.
 */
export async function repriceCampaigns(
  tx: Tx,
  { rootId, agencyId }: Priced,
  prices: readonly Repriced[],
): Promise<void> {
  if (prices.length === 0) return
  await tx.query(
    `with changed as (
       select * from unnest($3::text[], $4::text[], $5::bigint[], $7::boolean[]) as changed (module, term, price_e4, is_advanced)
     ), own as (
       select distinct on (agency_id, module, term) agency_id, module, term, cost_per_lead_e4, cost_per_lead_advanced_e4
       from cost_setup where root_id = $1 and agency_id is not null
       order by agency_id, module, term, seq desc
     ), priced as (
       select campaign.agency_id, campaign.id,
         case when ${ownPrice} is null then changed.price_e4
           when campaign.module = any($6::text[]) then greatest(${ownPrice}, changed.price_e4)
           else ${ownPrice} end as price_e4
       from campaign join company client on client.id = campaign.client_id
       join changed on changed.module = campaign.module and changed.term = first_payment_term(client.payment_terms)
         and changed.is_advanced = campaign.sells_advanced
       left join own on own.agency_id = campaign.agency_id and own.module = changed.module and own.term = changed.term
       where campaign.root_id = $1 and ($2::uuid is null or campaign.agency_id = $2) and campaign.removed_at is null
         and ($2::uuid is not null or ${ownPrice} is null or campaign.module = any($6::text[]))
     )
     update campaign set wholesale_price_e4 = priced.price_e4 from priced
     where campaign.agency_id = priced.agency_id and campaign.id = priced.id
       and campaign.wholesale_price_e4 <> priced.price_e4`,
    [
      rootId,
      agencyId,
      plainArray(prices.map(({ module }) => module)),
      plainArray(prices.map(({ term }) => term)),
      plainArray(prices.map(({ price_e4 }) => price_e4)),
      plainArray(modulesWithFloor),
      prices.map(({ kind }) => kind === 'advancedLeadPrice'),
    ],
  )
}
