import { newId } from '#server/platform/ids.ts'
import type { TestDatabase } from './harness.ts'

interface TestRate {
  rootId: string
  /** Null for the operator's own. */
  agencyId: string | null
  country: string
  region?: string
  name?: string
  rate_e3: number
  validFrom?: string
}

/** Adds a seller's tax rate, as its page would. */
export const makeTaxRate = (db: TestDatabase, rate: TestRate): Promise<unknown> =>
  db.adminPool.query(
    `insert into tax_rate (id, root_id, agency_id, country, region, name, rate_e3, valid_from, set_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
    [
      newId(Date.now()),
      rate.rootId,
      rate.agencyId,
      rate.country,
      rate.region ?? '',
      rate.name ?? 'VAT',
      rate.rate_e3,
      rate.validFrom ?? '2020-01-01',
    ],
  )

interface TestDetail {
  companyId: string
  rootId: string
  agencyId: string | null
  clientId?: string | null
  country?: string
  region?: string
  taxNumber?: string
  exemptReason?: string | null
}

/** A company's own tax details, and those that its seller set. */
export const setTaxDetail = (db: TestDatabase, one: TestDetail): Promise<unknown> =>
  db.adminPool.query(
    `insert into tax_detail (company_id, root_id, agency_id, client_id, country, region, tax_number, exempt_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (company_id) do update set country = excluded.country, region = excluded.region,
       tax_number = excluded.tax_number, exempt_reason = excluded.exempt_reason`,
    [
      one.companyId,
      one.rootId,
      one.agencyId,
      one.clientId ?? null,
      one.country ?? '',
      one.region ?? '',
      one.taxNumber ?? '',
      one.exemptReason ?? null,
    ],
  )
