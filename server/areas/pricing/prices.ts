import type { Module } from '#contract/campaigns/modules.ts'
import type { CostKind } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The prices set in one place, in 1/10,000 dollar by kind; null if never set. */
export type Prices = Record<CostKind, number | null>

/** Looks up the prices of a product and a payment term. */
export type PricesOf = (module: Module, term: PaymentTerm) => Prices

export interface PriceRow extends Prices {
  agencyId: string | null
  clientId: string | null
  module: Module
  term: PaymentTerm
}

/** Where prices are stored: what agencies pay, and what their clients pay. */
type Table = 'cost_setup' | 'retail_cost'

export const noPrices: Prices = { platformFee: null, leadPrice: null, advancedLeadPrice: null, monthlyMinimum: null }

/** The newest prices of each place, product and term that match the condition, as far as the scope sees them. */
export async function readNewest(tx: Tx, table: Table, condition: string, values: unknown[]): Promise<PriceRow[]> {
  const { rows } = await tx.query<PriceRow>(
    `select distinct on (agency_id, client_id, module, term)
       agency_id as "agencyId", client_id as "clientId", module, term,
       (platform_fee_cents * 100)::float8 as "platformFee", cost_per_lead_e4::float8 as "leadPrice",
       cost_per_lead_advanced_e4::float8 as "advancedLeadPrice", (min_cost_month_cents * 100)::float8 as "monthlyMinimum"
     from ${table} where ${condition}
     order by agency_id, client_id, module, term, seq desc`,
    values,
  )
  return rows
}

/** Prices by product and term, from the rows that match. */
export const pricesAmong = (rows: readonly PriceRow[], fits: (row: PriceRow) => boolean): PricesOf => {
  const fitting = rows.filter(fits)
  return (module, term) => fitting.find((row) => row.module === module && row.term === term) ?? noPrices
}

export interface PriceKey {
  rootId: string
  agencyId: string | null
  clientId: string | null
  module: Module
  term: PaymentTerm
}

/** Appends a row; existing rows never change. */
export async function insertPrices(
  tx: Tx,
  table: Table,
  place: PriceKey,
  prices: Prices,
  by: { userId: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into ${table} (root_id, agency_id, client_id, module, term, platform_fee_cents, cost_per_lead_e4,
       cost_per_lead_advanced_e4, min_cost_month_cents, valid_from, set_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      place.rootId,
      place.agencyId,
      place.clientId,
      place.module,
      place.term,
      cents(prices.platformFee),
      prices.leadPrice,
      prices.advancedLeadPrice,
      cents(prices.monthlyMinimum),
      by.at,
      by.userId,
    ],
  )
}

const cents = (price_e4: number | null): number | null => (price_e4 === null ? null : price_e4 / 100)
