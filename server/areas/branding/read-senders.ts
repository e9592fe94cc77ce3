import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'

/** The sender of a company's mail: its brand, never ours. */
export interface Sender {
  name: string
  address: string
  /** `#rrggbb`. */
  brandColor: string
  /** Its logo is attached to each mail when it is sent (`attach-logo.ts`). */
  hasLogo: boolean
  /** Its legal name and postal address, as far as they are known. */
  company: readonly string[]
  /** Where URLs of its pages begin; null for a company without a host. */
  origin: string | null
  /** The time zone of times in its mails. */
  timeZone: string
}

interface Row {
  id: string
  name: string
  mail_from: string
  brand_color: string
  has_logo: boolean
  legal_name: string
  address: string | null
  city: string | null
  state_code: string | null
  zip: string | null
  host: string | null
  time_zone: string | null
}

const selectSenders = `
  select distinct on (agency.id) agency.id, brand.name, brand.mail_from, brand.brand_color,
    brand.logo_svg is not null as has_logo, brand.legal_name, brand.address, brand.city, brand.state_code, brand.zip,
    place.host, company.time_zone
  from unnest($2::uuid[]) as agency (id)
  join brand on brand.company_id in (agency.id, $1)
  left join company on company.id = agency.id
  left join lateral (
    select host from host where company_id = agency.id and verified_at is not null and removed_at is null
     order by verified_at, host ~ '^[0-9.]+$', host limit 1) place on true
  order by agency.id, (brand.company_id = agency.id) desc`

/** The senders of these agencies' mail: their own brand, or the root's while they have none (R157). */
export async function readSenders(
  tx: Tx,
  config: Pick<Config, 'production' | 'PORT' | 'PUBLIC_PORT'>,
  rootId: string,
  agencyIds: readonly string[],
): Promise<ReadonlyMap<string, Sender>> {
  const { rows } = await tx.query<Row>(selectSenders, [rootId, agencyIds])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: row.name,
        address: row.mail_from,
        brandColor: row.brand_color,
        hasLogo: row.has_logo,
        company: [row.legal_name, row.address, row.city, [row.state_code, row.zip].filter(Boolean).join(' ')].filter(
          (part): part is string => part !== null && part.trim() !== '',
        ),
        origin: row.host === null ? null : pageAddress(config, row.host, ''),
        timeZone: row.time_zone ?? 'UTC',
      },
    ]),
  )
}
