import { modules } from '#contract/campaigns/modules.ts'
import { costKindsOf, isLeadPrice } from '#contract/pricing/cost.ts'
import { movedOn } from '#server/platform/database/moved-on.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { standardPrice } from './standard-prices.ts'

/** Whose campaigns: of these clients, with none named an agency's, with no agency all of an operator. */
interface Followed {
  rootId: string
  agencyId: string | null
  clientIds: readonly string[] | null
}

/**
 * Brings campaigns that follow their client's cost setup to what it says now, for leads from now on; never above what bounds
 * it nor below what the agency pays. Beside `reprice-campaigns.ts` the one place where this area writes the campaigns' table.
 * `updated_at` moves, so that a form that still shows the old price does not write it back. Prices are handed back to the
 * database as rows, since on a cluster they lie on another server than campaigns.
 */
export async function followRetail(tx: Tx, { rootId, agencyId, clientIds }: Followed, now: Date): Promise<void> {
  const costs = await readCosts(tx, rootId, agencyId)
  const bounds = await readBounds(tx, rootId, agencyId)
  await tx.query(
    `with standard as materialized (
       select * from unnest($4::text[], $6::bigint[], $9::boolean[]) as standard (module, price_e4, is_advanced)
     ), newest as materialized (
       ${rowsOf('$7')}
     ), bound as materialized (
       ${rowsOf('$8')}
     ), priced as (
       select campaign.agency_id, campaign.id,
         greatest(
           least(coalesce(own.price_e4, of_all.price_e4, standard.price_e4),
             nullif(coalesce(own_bound.price_e4, bound_of_all.price_e4), 0)),
           campaign.wholesale_price_e4) as price_e4
       from campaign join company client on client.id = campaign.client_id
       left join standard on standard.module = campaign.module and standard.is_advanced = campaign.sells_advanced
       left join newest own on own.agency_id = campaign.agency_id and own.company_id = campaign.client_id
         and own.module = campaign.module and own.term = first_payment_term(client.payment_terms)
         and own.is_advanced = campaign.sells_advanced
       left join newest of_all on of_all.agency_id = campaign.agency_id and of_all.company_id = campaign.agency_id
         and of_all.module = campaign.module and of_all.term = first_payment_term(client.payment_terms)
         and of_all.is_advanced = campaign.sells_advanced
       left join bound own_bound on own_bound.agency_id = campaign.agency_id
         and own_bound.company_id = campaign.client_id and own_bound.module = campaign.module
         and own_bound.term = first_payment_term(client.payment_terms)
       left join bound bound_of_all on bound_of_all.agency_id = campaign.agency_id
         and bound_of_all.company_id = campaign.agency_id and bound_of_all.module = campaign.module
         and bound_of_all.term = first_payment_term(client.payment_terms)
       where campaign.root_id = $1 and ($2::uuid is null or campaign.agency_id = $2)
         and ($3::uuid[] is null or campaign.client_id = any ($3)) and campaign.follows_retail_cost and campaign.removed_at is null
     )
     update campaign set retail_price_e4 = priced.price_e4,
       updated_at = ${movedOn('$5', 'campaign.updated_at')}
     from priced
     where campaign.agency_id = priced.agency_id and campaign.id = priced.id
       and campaign.retail_price_e4 <> priced.price_e4`,
    [
      rootId,
      agencyId,
      clientIds && plainArray(clientIds),
      plainArray(standard.map(({ module }) => module)),
      now,
      plainArray(standard.map(({ price_e4 }) => price_e4)),
      JSON.stringify(costs),
      JSON.stringify(bounds),
      standard.map(({ kind }) => kind === 'advancedLeadPrice'),
    ],
  )
}

/** What counts where nobody set anything. */
const standard = modules.flatMap((module) =>
  costKindsOf(module)
    .filter(isLeadPrice)
    .map((kind) => ({ module, kind, price_e4: standardPrice(module, kind, 'retail_e4') })),
)

/** Rows out of their JSON; `jsonb_to_recordset` is not immutable, which a cluster asks of an update. */
const rowsOf = (parameter: string): string =>
  `select (row ->> 'agency_id')::uuid as agency_id, (row ->> 'company_id')::uuid as company_id, row ->> 'module' as module,
          row ->> 'term' as term, (row ->> 'is_advanced')::boolean as is_advanced, (row ->> 'price_e4')::bigint as price_e4 from jsonb_array_elements(${parameter}::jsonb) as row`

/** A price of one client, or with the agency's own id of all that have none. */
interface PriceRow {
  agency_id: string
  company_id: string
  module: string
  term: string
  /** Of prices alone: a bound holds for both. */
  is_advanced?: boolean
  price_e4: number
}

async function readCosts(tx: Tx, rootId: string, agencyId: string | null): Promise<PriceRow[]> {
  const { rows } = await tx.query<PriceRow>(
    `with newest as (
       select distinct on (agency_id, client_id, module, term)
              agency_id, coalesce(client_id, agency_id) as company_id, module, term, cost_per_lead_e4, cost_per_lead_advanced_e4
         from retail_cost where root_id = $1 and ($2::uuid is null or agency_id = $2)
        order by agency_id, client_id, module, term, seq desc)
     select agency_id, company_id, module, term, is_advanced, price_e4 from newest
      cross join lateral (values (false, cost_per_lead_e4), (true, cost_per_lead_advanced_e4)) as lead (is_advanced, price_e4)`,
    [rootId, agencyId],
  )
  return rows
}

async function readBounds(tx: Tx, rootId: string, agencyId: string | null): Promise<PriceRow[]> {
  const { rows } = await tx.query<PriceRow>(
    `select agency_id, company_id, module, term, max_cost_per_lead_e4 as price_e4
       from retail_bound where root_id = $1 and ($2::uuid is null or agency_id = $2)`,
    [rootId, agencyId],
  )
  return rows
}
