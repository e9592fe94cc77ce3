import type { Tx } from '#server/platform/database/tx.ts'
import type { PayerTax, PlaceRate, SellerTaxes } from './policy.ts'

/** An agency, which sells to its clients, or an operator (`agencyId` null), which sells to agencies. */
export interface Seller {
  rootId: string
  agencyId: string | null
}

/** A seller's rates on a day of its calendar. Needs a scope that sees the seller's own rows. */
export async function readSellerTaxes(tx: Tx, { rootId, agencyId }: Seller, onDate: string): Promise<SellerTaxes> {
  const { rows } = await tx.prepared<PlaceRate & { taxNumber: string }>(
    'seller-taxes',
    `select distinct on (r.country, r.region) r.country, r.region, r.name, r.rate_e3,
       coalesce((select d.tax_number from tax_detail d where d.company_id = coalesce($2::uuid, $1)), '') as "taxNumber"
       from tax_rate r where r.root_id = $1 and r.agency_id is not distinct from $2 and r.valid_from <= $3
      order by r.country, r.region, r.valid_from desc`,
    [rootId, agencyId, onDate],
  )
  return {
    rates: rows.map(({ country, region, name, rate_e3 }) => ({ country, region, name, rate_e3 })),
    taxNumber: rows[0]?.taxNumber ?? '',
  }
}

/** The details of payers, by company. Those without any are omitted. */
export async function readPayerTaxes(tx: Tx, companyIds: readonly string[]): Promise<Map<string, PayerTax>> {
  const { rows } = await tx.prepared<PayerTax & { id: string }>(
    'payer-taxes',
    `select company_id as id, country, region, tax_number as "taxNumber", exempt_reason as "exemptReason"
       from tax_detail where company_id = any($1::uuid[])`,
    [companyIds],
  )
  return new Map(rows.map(({ id, ...payer }) => [id, payer]))
}
