import { modules, type Module } from '#contract/campaigns/modules.ts'
import { costKindsOf, isLeadPrice } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { nextUpdatedAt } from '#server/platform/database/next-updated-at.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { noPrices, readNewest, type Prices } from './prices.ts'
import { askingPriceOf, type AskingPrices } from './retail.ts'
import { standardPrice } from './standard-prices.ts'

/** Whose campaigns: these clients'; all of an agency's if `clientIds` is null; an operator's if `agencyId` is null. */
interface Followed {
  rootId: string
  agencyId: string | null
  clientIds: readonly string[] | null
}

/**
 * Updates the price of campaigns that follow their client's cost setup, for future leads: the asking price of
 * `retail.ts`, but never below what the agency pays. Besides `reprice-campaigns.ts` this is the only code of this area
 * that writes the `campaign` table. It bumps `updated_at`, so that an open form can't write the old price back. Prices
 * are passed to the database as rows, since on a cluster they are on another server than campaigns.
 */
export async function followRetail(tx: Tx, { rootId, agencyId, clientIds }: Followed, now: Date): Promise<void> {
  const askingPrices = await readAskingPrices(tx, rootId, agencyId)
  await tx.query(
    `with standard as materialized (
       select * from unnest($4::text[], $6::bigint[], $8::boolean[]) as standard (module, price_e4, is_advanced)
     ), asked as materialized (
       select (row ->> 'agency_id')::uuid as agency_id, (row ->> 'company_id')::uuid as company_id, row ->> 'module' as module,
              row ->> 'term' as term, (row ->> 'is_advanced')::boolean as is_advanced, (row ->> 'price_e4')::bigint as price_e4
         from jsonb_array_elements($7::jsonb) as row
     ), priced as (
       select campaign.agency_id, campaign.id,
         greatest(coalesce(own.price_e4, of_all.price_e4, standard.price_e4), campaign.wholesale_price_e4) as price_e4
       from campaign join company client on client.id = campaign.client_id
       left join standard on standard.module = campaign.module and standard.is_advanced = campaign.sells_advanced
       left join asked own on own.agency_id = campaign.agency_id and own.company_id = campaign.client_id
         and own.module = campaign.module and own.term = first_payment_term(client.payment_terms)
         and own.is_advanced = campaign.sells_advanced
       left join asked of_all on of_all.agency_id = campaign.agency_id and of_all.company_id = campaign.agency_id
         and of_all.module = campaign.module and of_all.term = first_payment_term(client.payment_terms)
         and of_all.is_advanced = campaign.sells_advanced
       where campaign.root_id = $1 and ($2::uuid is null or campaign.agency_id = $2)
         and ($3::uuid[] is null or campaign.client_id = any ($3)) and campaign.follows_retail_cost and campaign.removed_at is null
     )
     update campaign set retail_price_e4 = priced.price_e4,
       updated_at = ${nextUpdatedAt('$5', 'campaign.updated_at')}
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
      // Parsed from a JSON array: `jsonb_to_recordset` isn't immutable, which a cluster requires in an update.
      JSON.stringify(askingPrices),
      standard.map(({ kind }) => kind === 'advancedLeadPrice'),
    ],
  )
}

/** The prices where none is set. */
const standard = modules.flatMap((module) =>
  costKindsOf(module)
    .filter(isLeadPrice)
    .map((kind) => ({ module, kind, price_e4: standardPrice(module, kind, 'retail_e4') })),
)

/** A client's asking price for a lead, or with the agency's own id the one for all clients without their own. */
interface AskedRow {
  agency_id: string
  company_id: string
  module: Module
  term: PaymentTerm
  is_advanced: boolean
  price_e4: number
}

interface Place {
  agencyId: string
  companyId: string
  module: Module
  term: PaymentTerm
}
const keyOf = ({ companyId, module, term }: Omit<Place, 'agencyId'>): string => `${companyId} ${module} ${term}`

/** Asking prices by company, product and term, wherever a price or a bound was set. */
async function readAskingPrices(tx: Tx, rootId: string, agencyId: string | null): Promise<AskedRow[]> {
  const scope = 'root_id = $1 and ($2::uuid is null or agency_id = $2)'
  const costs = await readNewest(tx, 'retail_cost', scope, [rootId, agencyId])
  const bounds = await readMaxima(tx, rootId, agencyId)
  const prices = new Map<string, Prices>()
  const maxima = new Map<string, number | null>()
  const places = new Map<string, Place>()
  for (const row of costs) {
    const place = { ...row, agencyId: row.agencyId!, companyId: row.clientId ?? row.agencyId! }
    prices.set(keyOf(place), row)
    places.set(keyOf(place), place)
  }
  for (const { max_e4, ...place } of bounds) {
    maxima.set(keyOf(place), max_e4)
    places.set(keyOf(place), place)
  }
  const boundsOf = (companyId: string) => (module: Module, term: PaymentTerm) => ({
    max_e4: maxima.get(keyOf({ companyId, module, term })) ?? null,
    limit: null,
  })
  const pricesOf = (companyId: string) => (module: Module, term: PaymentTerm) =>
    prices.get(keyOf({ companyId, module, term })) ?? noPrices
  return [...places.values()].flatMap(({ agencyId: of, companyId, module, term }) => {
    const setup: AskingPrices = {
      own: pricesOf(companyId),
      agency: pricesOf(of),
      bounds: { own: boundsOf(companyId), agency: boundsOf(of) },
    }
    return costKindsOf(module)
      .filter(isLeadPrice)
      .map((kind) => ({
        agency_id: of,
        company_id: companyId,
        module,
        term,
        is_advanced: kind === 'advancedLeadPrice',
        price_e4: askingPriceOf(setup, module, term, kind),
      }))
  })
}

async function readMaxima(
  tx: Tx,
  rootId: string,
  agencyId: string | null,
): Promise<(Place & { max_e4: number | null })[]> {
  const { rows } = await tx.query<Place & { max_e4: number | null }>(
    `select agency_id as "agencyId", company_id as "companyId", module, term, max_cost_per_lead_e4::float8 as max_e4
       from retail_bound where root_id = $1 and ($2::uuid is null or agency_id = $2)`,
    [rootId, agencyId],
  )
  return rows
}
