import type { Tx } from '#server/platform/database/tx.ts'

/** A brand with one of the hosts that it is served at. */
export interface TradeName {
  company_id: string
  is_operators: boolean
  brand: string
  legal_name: string
  address: string
  email: string
  /** Null if it has none of its own, and is served at the operator's. */
  host: string | null
  since: Date | null
}

/** The operator's brand and those of its agencies, with all hosts of each: the operator's first. */
export async function readTradeNames(tx: Tx, rootId: string): Promise<TradeName[]> {
  const { rows } = await tx.query<TradeName>(
    `select company.id as company_id, company.kind = 'root' as is_operators, coalesce(brand.name, company.name) as brand,
            coalesce(nullif(brand.legal_name, ''), company.name) as legal_name,
            concat_ws(', ', nullif(brand.address, ''), nullif(brand.city, ''),
                      nullif(concat_ws(' ', nullif(brand.state_code, ''), nullif(brand.zip, '')), ''), nullif(brand.country_code, '')) as address,
            coalesce(brand.contact_email, brand.mail_from, '') as email, host.host, host.verified_at as since
       from company
       left join brand on brand.company_id = company.id
       left join host on host.company_id = company.id and host.verified_at is not null and host.removed_at is null
      where company.root_id = $1 and company.kind in ('root', 'agency') and company.removed_at is null
      order by company.kind = 'root' desc, company.name, company.id, host.host`,
    [rootId],
  )
  return rows
}
